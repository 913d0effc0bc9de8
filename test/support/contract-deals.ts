import { setTimeout as pause } from 'node:timers/promises';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  subscribe,
  type Json,
} from './catalog';
import { expectOk, type ApiClient, type RestAnswer } from './client';

const sold = new WeakMap<ApiClient, Promise<void>>();

/** Plans that contracts can and cannot take, each of a product of its own named `<plan>-product`; once per environment. */
export function sellDeals(api: ApiClient): Promise<void> {
  const selling = sold.get(api) ?? sell(api);
  sold.set(api, selling);
  return selling;
}

async function sell(api: ApiClient): Promise<void> {
  await createFeature(api, 'calls', 'metered');
  for (const id of ['crm', 'chat', 'mail']) await sellPlan(api, id, { pricingType: 'CUSTOM' });
  await sellPlan(api, 'free', {});
  for (const currency of ['usd', 'eur']) {
    const price = { amount: 49, currency };
    const pricePeriods = [{ billingPeriod: 'MONTHLY', price }];
    const charges = { pricingType: 'PAID', pricingModels: [{ billingModel: 'FLAT_FEE', pricePeriods }] };
    await sellPlan(api, `paid-${currency}`, { pricingType: null, patch: { charges } });
  }
  await createProduct(api, 'sites-product', { multipleSubscriptions: true });
  await publishPlan(api, { ...plan('sites', 'sites-product'), pricingType: 'CUSTOM' });
  await publishPlan(api, { ...plan('crm-large', 'crm-product'), pricingType: 'CUSTOM' });
}

async function sellPlan(api: ApiClient, id: string, more: Json): Promise<void> {
  await createProduct(api, `${id}-product`);
  await publishPlan(api, { ...plan(id, `${id}-product`), ...more });
}

const plan = (id: string, productId: string) => ({
  ...{ id, productId, displayName: `Plan ${id}` },
  entitlements: [feature('calls', { usageLimit: 100, resetPeriod: 'MONTH' })],
});

/**
 * The answer for good of one of many callers: a machine under load may tell some of them to come again. Unlike 409, which is an
 * answer here.
 */
export async function untilDecided(request: () => Promise<RestAnswer>): Promise<RestAnswer> {
  for (let tries = 0; ; tries++) {
    const answer = await request();
    const isTransient = answer.status === 503 || answer.headers.get('x-should-retry') === 'true';
    if (!isTransient || tries === 200) return answer;
    await pause(250);
  }
}

/** A customer with its contracts and subscriptions, in an environment where deals are sold. */
export class Deals {
  private made = 0;

  constructor(readonly api: ApiClient) {}

  async customer(more: Json = {}): Promise<string> {
    const id = `customer-${++this.made}`;
    await createCustomer(this.api, id, more);
    return id;
  }

  /** @returns its id */
  async subscription(customerId: string, planId: string, more: Json = {}): Promise<string> {
    return (await subscribe(this.api, customerId, planId, more)).id;
  }

  create(customerId: string, more: Json = {}) {
    return this.api.rest('POST', '/contracts', { customerId, ...more });
  }

  /** @returns its contractId */
  async contract(customerId: string, more: Json = {}): Promise<string> {
    return String((await expectOk<Json>(this.create(customerId, more)))['contractId']);
  }

  read(contractId: string): Promise<Json> {
    return expectOk(this.api.rest('GET', `/contracts/${contractId}`));
  }

  attach(contractId: string, body: Json) {
    return this.api.rest('POST', `/contracts/${contractId}/subscriptions`, body);
  }

  detach(contractId: string, subscriptionId: string) {
    return this.api.rest('DELETE', `/contracts/${contractId}/subscriptions/${subscriptionId}`);
  }

  update(contractId: string, body: Json) {
    return this.api.rest('PATCH', `/contracts/${contractId}`, body);
  }

  archive(contractId: string) {
    return this.api.rest('POST', `/contracts/${contractId}/archive`);
  }

  /** Ids of the subscriptions that it tells. */
  async members(contractId: string): Promise<unknown[]> {
    return ((await this.read(contractId))['subscriptions'] as Json[]).map((each) => each['subscriptionId']);
  }

  readSubscription(id: string): Promise<Json> {
    return expectOk(this.api.rest('GET', `/subscriptions/${id}`));
  }
}
