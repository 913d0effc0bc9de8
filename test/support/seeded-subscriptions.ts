import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  subscribe,
  type Json,
} from './catalog';
import { expectOk, type ApiClient } from './client';
import { execute } from './database';
import { flatFee } from './priced-plans';

/** How much of it a plan grants tells the plans apart. */
export const soldFeature = 'exports';

/** Plans of the product, with what they grant. */
export const soldPlans = { sketch: 10, studio: 100, agency: 1000 } as const;
export type SoldPlan = keyof typeof soldPlans;

export const paidPlan: SoldPlan = 'studio';
const pricing: Record<SoldPlan, Json> = {
  sketch: {},
  studio: { pricingType: null, patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(49)] } } },
  agency: { pricingType: 'CUSTOM' },
};

/** The customers repeat this course, one after the other. */
const course: { planId: SoldPlan; isCanceled?: true }[] = [
  { planId: 'sketch' },
  { planId: 'studio' },
  { planId: 'agency' },
  { planId: 'studio', isCanceled: true },
];

export const subscriberOf = (n: number): string => `subscriber-${n}`;
export const seededSubscription = (n: number) => ({
  id: `subscription-of-${n}`,
  isCanceled: false,
  ...(course[(n - 1) % course.length] as (typeof course)[number]),
});

/** What a request says of a plan beside its name. */
export const termsOf = (planId: SoldPlan): Json => (planId === paidPlan ? { billingPeriod: 'MONTHLY' } : {});

// A key of a copy follows that of its original and those of the copies before it, as if it had been made then.
const copiedUid = `
  create function pg_temp.copied_uid(uid uuid, n int) returns uuid language sql immutable as $$
    select (left(uid::text, 24) || lpad(to_hex(n), 12, '0'))::uuid $$`;

const originals = (count: number): string => `
  create temporary table copy_of as
  select n, c.uid as customer, s.uid as subscription
    from generate_series(${course.length + 1}, ${count}) n
    join customer c on c.id = 'subscriber-' || (n - 1) % ${course.length} + 1
    join subscription s on s.environment_id = c.environment_id and s.customer_uid = c.uid`;

const copies = (table: string, original: string, changes: Record<string, string>): string => {
  const changed = Object.entries(changes).map(([column, value]) => `'${column}', ${value}`);
  return `insert into ${table} select made.* from copy_of o join ${table} t on ${original},
            jsonb_populate_record(t, jsonb_build_object(${changed.join(', ')})) as made order by o.n`;
};

const customer = 'pg_temp.copied_uid(o.customer, o.n)';
const subscription = 'pg_temp.copied_uid(o.subscription, o.n)';
/** JSON of a row names the subscription as its source. */
const renamed = (column: string): string =>
  `replace(t.${column}::text, o.subscription::text, ${subscription}::text)::jsonb`;

/** In the order in which they refer to each other, in the schema of the last release. */
const allCopies = [
  copies('customer', 't.uid = o.customer', { uid: customer, id: `'subscriber-' || o.n` }),
  copies('subscription', 't.uid = o.subscription', {
    ...{ uid: subscription, id: `'subscription-of-' || o.n` },
    ...{ customer_uid: customer, customer_id: `'subscriber-' || o.n` },
  }),
  copies('subscription_package', 't.subscription_uid = o.subscription', {
    uid: 'pg_temp.copied_uid(t.uid, o.n)',
    subscription_uid: subscription,
  }),
  copies('entitlement_snapshot', 't.customer_uid = o.customer', {
    customer_uid: customer,
    subscriptions: renamed('subscriptions'),
    grants: renamed('grants'),
  }),
];

/**
 * A product with plans of each kind, and so many customers with a subscription each: FREE, PAID on its terms, CUSTOM, and canceled ones. As if
 * all had been sold one by one: one of each kind was, the others are copies of them.
 */
export async function seedSubscriptions(api: ApiClient, databaseUrl: string, count: number): Promise<void> {
  await createProduct(api, 'drawing');
  await createFeature(api, soldFeature, 'config');
  for (const [id, usageLimit] of Object.entries(soldPlans)) {
    const entitlements = [feature(soldFeature, { usageLimit })];
    await publishPlan(api, { id, productId: 'drawing', entitlements, ...pricing[id as SoldPlan] });
  }
  for (let n = 1; n <= course.length; n++) {
    const { id, planId, isCanceled } = seededSubscription(n);
    await createCustomer(api, subscriberOf(n));
    await subscribe(api, subscriberOf(n), planId, { id, ...termsOf(planId) });
    if (isCanceled)
      await expectOk(api.rest('POST', `/subscriptions/${id}/cancel`, { cancellationTime: 'IMMEDIATE' }));
  }
  await execute(databaseUrl, copiedUid, originals(count), ...allCopies, 'analyze');
}
