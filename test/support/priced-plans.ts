import { createFeature, createProduct, type Json } from './catalog';
import { expectOk, type ApiClient, type RestAnswer } from './client';

export const usd = (amount: number): Json => ({ amount, currency: 'usd' });

/** A price of every month. */
export const monthly = (price: number, more: Json = {}): Json => ({
  billingPeriod: 'MONTHLY',
  price: usd(price),
  ...more,
});

export const flatFee = (price: number, billingPeriod = 'MONTHLY'): Json => ({
  billingModel: 'FLAT_FEE',
  pricePeriods: [monthly(price, { billingPeriod })],
});

/** Of what was used, per unit; as an overage above a limit too. */
export const overageOf = (featureId: string, price: number, more: Json = {}): Json => ({
  billingModel: 'USAGE_BASED',
  featureId,
  pricePeriods: [monthly(price)],
  ...more,
});

/** A product, a feature of each kind, two custom currencies. */
export async function stockShelves(api: ApiClient): Promise<void> {
  await createProduct(api, 'main');
  await createFeature(api, 'sso', 'switch');
  await createFeature(api, 'seats', 'config');
  await createFeature(api, 'calls', 'metered');
  await createFeature(api, 'storage', 'gauge');
  for (const id of ['tokens', 'gems']) {
    await expectOk(api.rest('POST', '/credits/custom-currencies', { id, displayName: id }));
  }
}

let made = 0;

/** Drafts of one kind of package, with what the tests of prices do to them. */
export class PricedDrafts {
  constructor(
    private readonly api: ApiClient,
    private readonly path: 'plans' | 'addons' = 'plans',
  ) {}

  /** @returns its id */
  async create(more: Json = {}): Promise<string> {
    const id = `priced-${++made}`;
    await expectOk(
      this.api.rest('POST', `/${this.path}`, { id, displayName: id, productId: 'main', ...more }),
    );
    return id;
  }

  update(id: string, patch: Json): Promise<RestAnswer> {
    return this.api.rest('PATCH', `/${this.path}/${id}`, patch);
  }

  /** PATCHes the charges, PAID unless they say otherwise. */
  price(id: string, charges: Json): Promise<RestAnswer> {
    return this.update(id, { charges: { pricingType: 'PAID', ...charges } });
  }

  entitle(id: string, ...entitlements: Json[]): Promise<unknown> {
    return expectOk(this.api.rest('POST', `/${this.path}/${id}/entitlements`, { entitlements }));
  }

  entitlements(id: string): Promise<Json[]> {
    return expectOk(this.api.rest('GET', `/${this.path}/${id}/entitlements`));
  }

  publish(id: string): Promise<RestAnswer> {
    return this.api.rest('POST', `/${this.path}/${id}/publish`, { migrationType: 'NEW_CUSTOMERS' });
  }

  draft(id: string): Promise<unknown> {
    return expectOk(this.api.rest('POST', `/${this.path}/${id}/draft`));
  }

  charges(id: string, query = ''): Promise<Json[]> {
    return expectOk(this.api.rest('GET', `/${this.path}/${id}/charges${query}`));
  }

  overages(id: string, query = ''): Promise<Json[]> {
    return expectOk(this.api.rest('GET', `/${this.path}/${id}/overage-charges${query}`));
  }
}
