import type { AggregationFunction } from '#libs/business/values/meter';
import { createFeature, createProduct, feature, publishPlan, type Json } from './catalog';
import { expectOk, type ApiClient } from './client';

/** A feature for each function of a meter, by its id. All but COUNT take their dimension of `call` events. */
export const functionsById: Record<string, [name: AggregationFunction, field?: string]> = {
  calls: ['COUNT'],
  tokens: ['SUM', 'tokens'],
  peak: ['MAX', 'tokens'],
  least: ['MIN', 'tokens'],
  mean: ['AVG', 'tokens'],
  users: ['UNIQUE', 'user'],
};
export const meteredIds = Object.keys(functionsById);

/** Of all events of one name. */
export const meterOf = (name: string, field?: string, eventName = 'call'): Json => ({
  aggregation: { function: name, ...(field !== undefined && { field }) },
  filters: [{ conditions: [{ field: 'eventName', operation: 'EQUALS', value: eventName }] }],
});

/** Product, features and a plan that grants a limit of each by the month, and by one for each resource. */
export async function meteredCatalog(api: ApiClient, usageLimit = 100): Promise<void> {
  await createProduct(api, 'product');
  await createProduct(api, 'sites', { multipleSubscriptions: true });
  for (const [id, [name, field]] of Object.entries(functionsById))
    await createFeature(api, id, 'metered', { meter: meterOf(name, field) });
  const entitlements = meteredIds.map((id) => feature(id, { usageLimit, resetPeriod: 'MONTH' }));
  await publishPlan(api, { id: 'plan', productId: 'product', entitlements });
  const larger = meteredIds.map((id) => feature(id, { usageLimit: usageLimit * 10, resetPeriod: 'WEEK' }));
  await publishPlan(api, { id: 'site', productId: 'sites', entitlements: larger });
}

let keys = 0;

/** A call without an instant, save what the test says. */
export const callOf = (customerId: string, more: Json = {}): Json => ({
  customerId,
  eventName: 'call',
  idempotencyKey: `key-${++keys}`,
  ...more,
});

export const sendEvents = (api: ApiClient, ...events: Json[]): Promise<unknown> =>
  expectOk(api.rest('POST', '/events', { events }));
