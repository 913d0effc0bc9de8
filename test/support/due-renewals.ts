import { billedCopies, copiesOn, lineGuard } from '../../bench/seed.statements';
import { createCustomer, createProduct, publishPlan, subscribe } from './catalog';
import { expectOk, type ApiClient } from './client';
import { execute } from './database';
import { createIssuer } from './issuers';
import { copyFirstCustomer, multiplyFirstCustomer, type CopiedCustomers } from './many-subscriptions';
import { flatFee, monthly } from './priced-plans';

// As if they had begun a month ago. A boundary is counted from the anchor, so that of the 31st stays one.
const aMonthAgo = `
  update subscription s
     set start_date = at.start, usage_anchor = at.start, billing_cycle_anchor = at.start,
         billed_until = at.start + interval '1 month', due_at = at.start + interval '1 month'
    from (select uid, billing_cycle_anchor - interval '1 month' as start from subscription) at
   where at.uid = s.uid and s.customer_id <> 'customer-1'`;

/** As the clock asks for it every minute, for whichever processes there are. */
export const askForRuns = `select graphile_worker.add_job('carry-out-subscriptions') from generate_series(1, 6)`;

/** So many customers that are due now, at one boundary. */
export async function sellRenewals(api: ApiClient, databaseUrl: string, count: number): Promise<void> {
  await sellTeams(api, databaseUrl, count);
  await letFallDue(databaseUrl);
}

/**
 * So many customers, each with a plan and five seats for 99 a month, under INVOICE, that renew in a month. `customer-1`, of whom they are
 * copies, is one more, and is billed for what has begun.
 */
export async function sellTeams(api: ApiClient, databaseUrl: string, count: number): Promise<void> {
  await createProduct(api, 'main');
  await createIssuer(api, 'seller');
  await expectOk(api.rest('POST', '/features', { id: 'seats', displayName: 'Seats', featureType: 'NUMBER' }));
  const seats = { billingModel: 'PER_UNIT', featureId: 'seats', pricePeriods: [monthly(10)] };
  await publishPlan(api, {
    ...{ id: 'team', productId: 'main', pricingType: null },
    patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(49), seats] } },
  });
  await createCustomer(api, 'customer-1', { email: 'customer-1@example.com' });
  await subscribe(api, 'customer-1', 'team', {
    charges: [{ type: 'FEATURE', id: 'seats', quantity: 5 }],
    paymentCollectionMethod: 'INVOICE',
  });
  await multiplyFirstCustomer(databaseUrl, count + 1);
}

/** All of them but the first. */
export const letFallDue = (databaseUrl: string): Promise<void> => execute(databaseUrl, aMonthAgo, 'analyze');

/** What all of them were billed for the month before, as if by this service. */
export const billMonthBefore = (databaseUrl: string, count: number): Promise<void> =>
  bill(databaseUrl, { from: 2, to: count + 1 });

// Over the four weeks before the first one did: each renews within the next month.
const began = `(t.billing_cycle_anchor - n % 28 * interval '1 day')`;
const renews = `${began} + interval '1 month'`;
const begunBefore = copiesOn({
  ...{ start_date: began, usage_anchor: began, billing_cycle_anchor: began },
  ...{ billed_until: renews, due_at: renews },
});

/** So many rows of each table are written at once. */
const slice = 100_000;

/** Beside those who are due, up to so many in all who are not: they have begun within a month and were billed for it. */
export async function sellLaterRenewals(
  databaseUrl: string,
  { due, all }: { due: number; all: number },
): Promise<void> {
  for (let from = due + 2; from <= all + 1; from += slice) {
    const others = { from, to: Math.min(from + slice - 1, all + 1) };
    await copyFirstCustomer(databaseUrl, begunBefore, others);
    await bill(databaseUrl, others);
    // The journal of what was written lies in memory, as all of a test's database does.
    await execute(databaseUrl, 'checkpoint');
  }
}

async function bill(databaseUrl: string, customers: CopiedCustomers): Promise<void> {
  await execute(databaseUrl, lineGuard('disable'));
  await copyFirstCustomer(databaseUrl, billedCopies(), customers);
  await execute(databaseUrl, lineGuard('enable'));
}

export const renewalBook = `
  select count(*)::int as invoices, count(distinct i.contract_uid)::int as subscriptions, count(distinct i.number)::int as numbers,
         max(regexp_replace(i.number, '\\D', '', 'g')::int) as last, sum(i.total)::float8 as total,
         count(*) filter (where i.period_start = s.billed_until - interval '1 month' or i.period_end = s.billed_until)::int as periods,
         (select count(*)::int from outbox_event where type = 'invoice.finalized' and entity_type = 'INVOICE') as events,
         (select count(*)::int from activity where type = 'invoice.finalized') as entries
    from invoice i join subscription s on s.uid = i.contract_uid
   where i.kind = 'RENEWAL'`;

/** What it tells where each of so many was renewed once, and counted without a gap. */
export function renewedOnce(count: number): object {
  const once = { invoices: count, subscriptions: count, numbers: count, periods: count, total: 99 * count };
  // The first invoice of the first subscription has the first number, and was told too.
  return { ...once, last: count + 1, events: count + 1, entries: count + 1 };
}
