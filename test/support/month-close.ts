import { createCustomer, createFeature, createProduct, feature, publishPlan } from './catalog';
import { expectOk } from './client';
import { setClock, type ClockedPlace } from './environment-clock';
import type { ToldInvoice } from './invoice-story';
import { createIssuer } from './issuers';
import { meterOf } from './metered-features';
import { flatFee, monthly } from './priced-plans';
import { inParallel } from './reporting';
import type { SeededRandom } from './seeded-random';

/** So many of a customer. */
export interface SentTokens {
  customerId: string;
  tokens: number;
}

interface SentEvent {
  customerId: string;
  eventName: string;
  idempotencyKey: string;
  timestamp: string;
  dimensions: { tokens: number };
}

const centPrice = 0.01;

/** At the beginning of March everybody buys a plan by the month that asks a fee, and a cent for each token. */
export async function beginBilledMonth(
  place: ClockedPlace,
  customers: readonly string[],
  fee: number,
): Promise<void> {
  const { api } = place;
  await expectOk(setClock(place, '2027-03-01T00:00:00.000Z'));
  await createProduct(api, 'main');
  await createFeature(api, 'tokens', 'metered', { meter: meterOf('SUM', 'tokens') });
  await publishPlan(api, {
    ...{ id: 'metered', productId: 'main', pricingType: null },
    entitlements: [feature('tokens', { hasUnlimitedUsage: true, resetPeriod: 'MONTH' })],
    patch: {
      charges: {
        pricingType: 'PAID',
        pricingModels: [
          flatFee(fee),
          { billingModel: 'USAGE_BASED', featureId: 'tokens', pricePeriods: [monthly(centPrice)] },
        ],
      },
    },
  });
  await createIssuer(api, 'seller');
  await inParallel(4, customers, async (id) => {
    await createCustomer(api, id, { email: `${id}@example.com` });
    const bought = { customerId: id, planId: 'metered', paymentCollectionMethod: 'INVOICE' };
    await expectOk(api.rest('POST', '/subscriptions', bought));
  });
}

let keys = 0;

/** One of each customer at an instant of the month: not of its first days, for what is a month old counts at its arrival. */
export function eventsFrom(
  { whole }: SeededRandom,
  customers: readonly string[],
  month: string,
  days: number,
): SentEvent[] {
  return customers.map((customerId): SentEvent => {
    const day = String(whole(3, days)).padStart(2, '0');
    return {
      ...{ customerId, eventName: 'call', idempotencyKey: `tokens-${++keys}` },
      timestamp: `${month}-${day}T${String(whole(0, 23)).padStart(2, '0')}:${whole(10, 59)}:00.000Z`,
      dimensions: { tokens: whole(1, 900) },
    };
  });
}

const cents = (amount: number): number => Math.round(amount * 100);

/** What the lines of all invoices come to, in tokens and in cents, and those that bill what came late. */
export function lineSums(invoices: readonly ToldInvoice[]): {
  tokens: number;
  usage: number;
  total: number;
  late: string[];
} {
  const lines = invoices.flatMap(({ lineItems }) => lineItems);
  const used = lines.filter(({ description }) => description.includes('tokens'));
  return {
    tokens: used.reduce((sum, { quantity }) => sum + quantity, 0),
    usage: used.reduce((sum, { amount }) => sum + cents(amount), 0),
    total: invoices.reduce((sum, { total }) => sum + cents(total), 0),
    late: used.flatMap(({ description }) => (description.endsWith('corrected') ? [description] : [])),
  };
}
