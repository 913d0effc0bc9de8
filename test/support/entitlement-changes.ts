import { newUid } from '#libs/kernel/ids';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishAddon,
  publishPlan,
  subscribe,
  type Json,
} from './catalog';
import { expectOk, type ApiClient } from './client';
import { draftWith, endOf, publishFor } from './publishing';
import { changeSettings, downgradingTo } from './product-settings';
import { grant, revoke } from './promotions';

/** A question and its answers, before and after what is done in between. */
export interface Turn {
  customerId: string;
  featureId: string;
  resourceId?: string;
  before: Json;
  after: Json;
  /** @param api where it is asked for; @param elsewhere for looking whether a task is done */
  change(api: ApiClient, elsewhere: ApiClient): Promise<unknown>;
}

type Preparation = (api: ApiClient) => Promise<Turn>;

const denied = (accessDeniedReason: string): Json => ({ isGranted: false, accessDeniedReason });
const granted = (usageLimit: number, more: Json = {}): Json => ({ isGranted: true, usageLimit, ...more });
const noSubscription = denied('NoActiveSubscription');
const calls = (usageLimit: number): Json => feature('calls', { usageLimit });
const nameOf = (word: string): string => `${word}-${newUid()}`;

/** A product `main` with the plans `small` (10 calls), `large` (100) and `custom`, an addon of 5, and one that is downgraded. */
export async function sellForChanges(api: ApiClient): Promise<void> {
  await createFeature(api, 'calls', 'metered');
  await createFeature(api, 'seats', 'gauge');
  await createProduct(api, 'main');
  await publishAddon(api, { id: 'more', productId: 'main', entitlements: [calls(5)] });
  const patch = { compatibleAddonIds: ['more'] };
  await publishPlan(api, { id: 'small', productId: 'main', entitlements: [calls(10)] });
  const large = [calls(100), feature('seats', { usageLimit: 3 })];
  await publishPlan(api, { id: 'large', productId: 'main', patch, entitlements: large });
  const custom = [feature('calls', { isCustom: true })];
  await publishPlan(api, { id: 'custom', productId: 'main', pricingType: 'CUSTOM', entitlements: custom });
  await createProduct(api, 'softened');
  await publishPlan(api, { id: 'floor', productId: 'softened', entitlements: [calls(1)] });
  await publishPlan(api, { id: 'upper', productId: 'softened', entitlements: [calls(50)] });
  await expectOk(changeSettings(api, downgradingTo('floor'), 'softened'));
  await createProduct(api, 'sites', { multipleSubscriptions: true });
  await publishPlan(api, { id: 'site', productId: 'sites', entitlements: [calls(20)] });
  await createProduct(api, 'leading');
  await publishPlan(api, { id: 'leader', productId: 'leading', entitlements: [] });
  await expectOk(api.rest('POST', '/products/leading/auto-cancellation-rules', { targetProductId: 'sites' }));
}

const customer = async (api: ApiClient): Promise<string> => {
  const id = nameOf('customer');
  await createCustomer(api, id);
  return id;
};

const about = (customerId: string) => ({ customerId, featureId: 'calls' });

/** A customer on a plan, with what a change of the subscription makes of it. */
async function holder(api: ApiClient, planId: string, more: Json = {}) {
  const customerId = await customer(api);
  const { id } = await subscribe(api, customerId, planId, more);
  return { ...about(customerId), id };
}

const cancel = (api: ApiClient, id: string, body: Json = {}) =>
  expectOk(api.rest('POST', `/subscriptions/${id}/cancel`, body));

/** A plan of its own, so that a publication for all moves one subscription. */
async function holderOfOwnPlan(api: ApiClient) {
  const planId = nameOf('plan');
  await publishPlan(api, { id: planId, productId: 'main', entitlements: [calls(100)] });
  return { planId, ...(await holder(api, planId)) };
}

/** What is asked for one subscription. */
export const subscriptionChanges: Record<string, Preparation> = {
  'a first subscription': async (api) => {
    const mine = about(await customer(api));
    const change = (at: ApiClient) => subscribe(at, mine.customerId, 'large');
    return { ...mine, before: noSubscription, after: granted(100), change };
  },
  'a smaller plan in its place': async (api) => {
    const mine = await holder(api, 'large');
    const change = (at: ApiClient) => subscribe(at, mine.customerId, 'small');
    return { ...mine, before: granted(100), after: granted(10), change };
  },
  'an addon': async (api) => {
    const mine = await holder(api, 'large');
    const change = (at: ApiClient) =>
      subscribe(at, mine.customerId, 'large', { addons: [{ id: 'more', quantity: 2 }] });
    return { ...mine, before: granted(100), after: granted(110), change };
  },
  'an addon taken away': async (api) => {
    const mine = await holder(api, 'large', { addons: [{ id: 'more', quantity: 2 }] });
    const change = (at: ApiClient) => subscribe(at, mine.customerId, 'large', { addons: [] });
    return { ...mine, before: granted(110), after: granted(100), change };
  },
  'another value of one subscription': async (api) => {
    const mine = await holder(api, 'custom', { entitlements: [calls(30)] });
    const change = (at: ApiClient) => subscribe(at, mine.customerId, 'custom', { entitlements: [calls(7)] });
    return { ...mine, before: granted(30), after: granted(7), change };
  },
  'a migration': async (api) => {
    const { planId, ...mine } = await holderOfOwnPlan(api);
    await draftWith(api, 'plans', planId, 60);
    await publishFor(api, 'plans', planId, 'NEW_CUSTOMERS');
    const change = (at: ApiClient) => expectOk(at.rest('POST', `/subscriptions/${mine.id}/migrate`, {}));
    return { ...mine, before: granted(100), after: granted(60), change };
  },
  'an end': async (api) => {
    const mine = await holder(api, 'large');
    return { ...mine, before: granted(100), after: noSubscription, change: (at) => cancel(at, mine.id) };
  },
  'an end with a downgrade': async (api) => {
    const mine = await holder(api, 'upper');
    return { ...mine, before: granted(50), after: granted(1), change: (at) => cancel(at, mine.id) };
  },
  'an end that revokes': async (api) => {
    const mine = await holder(api, 'upper');
    const change = (at: ApiClient) => cancel(at, mine.id, { cancellationAction: 'REVOKE_ENTITLEMENTS' });
    return { ...mine, before: granted(50), after: noSubscription, change };
  },
  'an end by a rule': async (api) => {
    const resourceId = 'workspace';
    const mine = await holder(api, 'site', { resourceId });
    const { id } = await subscribe(api, mine.customerId, 'leader');
    return {
      ...mine,
      resourceId,
      before: granted(20),
      after: noSubscription,
      change: (at) => cancel(at, id),
    };
  },
  'a new resource': async (api) => {
    const [mine, resourceId] = [await holder(api, 'small'), 'workspace'];
    const change = (at: ApiClient) => subscribe(at, mine.customerId, 'site', { resourceId });
    return { ...mine, resourceId, before: denied('CustomerResourceNotFound'), after: granted(20), change };
  },
};

/** What is asked for the customer, or for all. */
export const widerChanges: Record<string, Preparation> = {
  'a new customer': async () => {
    const mine = about(nameOf('customer'));
    const change = (at: ApiClient) => createCustomer(at, mine.customerId);
    return { ...mine, before: denied('CustomerNotFound'), after: noSubscription, change };
  },
  'an archived customer': async (api) => {
    const mine = await holder(api, 'large');
    const change = (at: ApiClient) => expectOk(at.rest('POST', `/customers/${mine.customerId}/archive`));
    return { ...mine, before: granted(100), after: denied('CustomerIsArchived'), change };
  },
  'a customer that comes back': async (api) => {
    const mine = await holder(api, 'large');
    await expectOk(api.rest('POST', `/customers/${mine.customerId}/archive`));
    const change = (at: ApiClient) => expectOk(at.rest('POST', `/customers/${mine.customerId}/unarchive`));
    return { ...mine, before: denied('CustomerIsArchived'), after: noSubscription, change };
  },
  'a new feature': async (api) => {
    const mine = { ...(await holder(api, 'large')), featureId: nameOf('feature') };
    const change = (at: ApiClient) => createFeature(at, mine.featureId, 'switch');
    const after = denied('NoFeatureEntitlementInSubscription');
    return { ...mine, before: denied('FeatureNotFound'), after, change };
  },
  'another name of a feature': async (api) => {
    const mine = await holderOfOwnFeature(api);
    const told = (displayName: string): Json => ({ isGranted: true, feature: { displayName } });
    const change = (at: ApiClient) =>
      expectOk(at.rest('PATCH', `/features/${mine.featureId}`, { displayName: 'Another' }));
    return { ...mine, before: told(`Feature ${mine.featureId}`), after: told('Another'), change };
  },
  'an archived feature': async (api) => {
    const mine = await holderOfOwnFeature(api);
    await expectOk(api.rest('POST', `/plans/${mine.planId}/archive`));
    const told = (featureStatus: string): Json => ({ isGranted: true, feature: { featureStatus } });
    const change = (at: ApiClient) => expectOk(at.rest('POST', `/features/${mine.featureId}/archive`));
    return { ...mine, before: told('ACTIVE'), after: told('SUSPENDED'), change };
  },
  'a promotion': async (api) => {
    const mine = about(await customer(api));
    const change = (at: ApiClient) => grant(at, mine.customerId, 'calls', { usageLimit: 8 });
    return { ...mine, before: noSubscription, after: granted(8), change };
  },
  'a promotion in place of another': async (api) => {
    const mine = await holder(api, 'small');
    await grant(api, mine.customerId, 'calls', { usageLimit: 11 });
    const change = (at: ApiClient) => grant(at, mine.customerId, 'calls', { usageLimit: 9 });
    return { ...mine, before: granted(11), after: granted(10), change };
  },
  'a promotion taken back': async (api) => {
    const mine = await holder(api, 'small');
    await grant(api, mine.customerId, 'calls', { usageLimit: 500 });
    const change = (at: ApiClient) => expectOk(revoke(at, mine.customerId, 'calls'));
    return { ...mine, before: granted(500), after: granted(10), change };
  },
  'a publication for all': async (api) => {
    const { planId, ...mine } = await holderOfOwnPlan(api);
    await draftWith(api, 'plans', planId, 40);
    return { ...mine, before: granted(100), after: granted(40), change: publication(planId) };
  },
  'a publication for all that takes a feature away': async (api) => {
    const { planId, ...mine } = await holderOfOwnPlan(api);
    await expectOk(api.rest('POST', `/plans/${planId}/draft`));
    const nothing = { type: 'FEATURE', isGranted: false };
    await expectOk(api.rest('PATCH', `/plans/${planId}/entitlements/calls`, nothing));
    return { ...mine, before: granted(100), after: denied('Revoked'), change: publication(planId) };
  },
  'an archived contract': async (api) => {
    const mine = await holder(api, 'custom', { entitlements: [calls(30)] });
    const made = api.rest('POST', '/contracts', { customerId: mine.customerId });
    const { contractId } = await expectOk<{ contractId: string }>(made);
    const members = { subscriptionIds: [mine.id] };
    await expectOk(api.rest('POST', `/contracts/${contractId}/subscriptions`, members));
    const change = (at: ApiClient) => expectOk(at.rest('POST', `/contracts/${contractId}/archive`));
    return { ...mine, before: granted(30), after: noSubscription, change };
  },
};

/** Acknowledged is what the task has told to be done. */
const publication = (planId: string) => async (api: ApiClient, elsewhere: ApiClient) => {
  const task = await endOf(elsewhere, await publishFor(api, 'plans', planId));
  expect(task).toMatchObject({ state: 'COMPLETED', progress: { done: 1, failed: 0 } });
};

async function holderOfOwnFeature(api: ApiClient) {
  const [featureId, planId] = [nameOf('feature'), nameOf('plan')];
  await createFeature(api, featureId, 'switch');
  await publishPlan(api, { id: planId, productId: 'main', entitlements: [feature(featureId)] });
  return { ...(await holder(api, planId)), featureId, planId };
}
