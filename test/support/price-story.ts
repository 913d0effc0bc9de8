import type { TestApp } from './app';
import { publishPlan, type Json } from './catalog';
import { expectOk } from './client';
import { flatFee, monthly } from './priced-plans';
import { TeamStory } from './team-story';

export interface ToldPrice {
  addonId: string | null;
  featureId: string | null;
  amount?: number;
  blockSize?: number;
  tiers?: Json[];
}

export interface ToldPreview {
  immediateInvoice: { subTotal: number; lines: { unitPrice: number; subTotal: number }[] };
  recurringInvoice: { subTotal: number };
  freeItems: Json[];
}

/** Prices of a subscription itself, as requests write them; null takes one back. */
export const own = (...priceOverrides: Json[]): Json => ({ priceOverrides });
export const base = (amount: number | null, more: Json = {}): Json => ({ baseCharge: true, amount, ...more });
export const seats = (amount: number | null, more: Json = {}): Json => ({
  ...{ featureId: 'seats', amount },
  ...more,
});
export const extra = (amount: number | null, more: Json = {}): Json => ({
  addonId: 'extra',
  amount,
  ...more,
});

export const withExtra = { addons: [{ id: 'extra', quantity: 2 }] };

export const perSeat = (amount: number, more: Json = {}): Json => ({
  ...{ billingModel: 'PER_UNIT', featureId: 'seats', pricePeriods: [monthly(amount)] },
  ...more,
});

/** A `TeamStory` that looks at prices. */
export class PriceStory extends TeamStory {
  static override async begin(app: TestApp): Promise<PriceStory> {
    const { place } = await TeamStory.begin(app);
    return new PriceStory(app, place);
  }

  preview = (planId: string, more: Json = {}) =>
    expectOk<ToldPreview>(
      this.api.rest('POST', '/subscriptions/preview', { customerId: 'ada', planId, ...more }),
    );
  pricesOf = async (id: string): Promise<ToldPrice[]> => (await this.get(id))['prices'] as ToldPrice[];
  /** By what they are for. */
  amountsOf = async (id: string): Promise<Json> =>
    Object.fromEntries(
      (await this.pricesOf(id)).map(({ addonId, featureId, amount }) => [
        addonId ?? featureId ?? 'base',
        amount,
      ]),
    );

  /** Another version of a plan, FREE without prices. */
  async publish(migrationType: string, plan: string, ...pricingModels: Json[]): Promise<void> {
    await expectOk(this.api.rest('POST', `/plans/${plan}/draft`));
    const charges =
      pricingModels.length > 0 ? { pricingType: 'PAID', pricingModels } : { pricingType: 'FREE' };
    await expectOk(this.api.rest('PATCH', `/plans/${plan}`, { charges }));
    await expectOk(this.api.rest('POST', `/plans/${plan}/publish`, { migrationType }));
  }

  /** A plan `usage` at 20 that sells events by the unit, storage in blocks, and overage of tokens. */
  async sellUsage(): Promise<void> {
    const { api } = this;
    for (const [id, meterType] of [
      ['events', 'INCREMENTAL'],
      ['storage', 'INCREMENTAL'],
    ])
      await expectOk(
        api.rest('POST', '/features', {
          ...{ id, displayName: id, featureType: 'NUMBER', meterType },
          ...{ featureUnits: 'unit', featureUnitsPlural: 'units' },
        }),
      );
    await expectOk(api.rest('POST', '/credits/custom-currencies', { id: 'tokens', displayName: 'Tokens' }));
    const usage = { billingModel: 'USAGE_BASED' };
    await publishPlan(api, {
      ...{ id: 'usage', productId: 'main', pricingType: null },
      patch: {
        charges: {
          pricingType: 'PAID',
          pricingModels: [
            flatFee(20),
            { ...usage, featureId: 'events', pricePeriods: [monthly(0.5)] },
            { ...usage, featureId: 'storage', pricePeriods: [monthly(2, { blockSize: 100 })] },
          ],
          overagePricingModels: [
            {
              ...{ ...usage, pricePeriods: [monthly(3)] },
              creditEntitlement: { customCurrencyId: 'tokens', amount: 10, cadence: 'MONTH' },
            },
          ],
        },
      },
    });
  }
}
