import { newUid } from '#libs/kernel/ids';
import { createCustomer, report, subscribe, type Json } from './catalog';
import { expectOk, type ApiClient } from './client';
import type { Turn } from './entitlement-changes';

const used = (currentUsage: number, more: Json = {}): Json => ({ currentUsage, ...more });

async function user(api: ApiClient, featureId: string, value: number) {
  const customerId = `customer-${newUid()}`;
  await createCustomer(api, customerId);
  await subscribe(api, customerId, 'large');
  await expectOk(report(api, customerId, featureId, value));
  return { customerId, featureId };
}

/** Reports of customers on the plan `large` of `sellForChanges`. */
export const usageChanges: Record<string, (api: ApiClient) => Promise<Turn>> = {
  'a report': async (api) => {
    const mine = await user(api, 'calls', 7);
    const change = (at: ApiClient) => expectOk(report(at, mine.customerId, 'calls', 5));
    return { ...mine, before: used(7), after: used(12), change };
  },
  'a report up to the limit': async (api) => {
    const mine = await user(api, 'calls', 7);
    const change = (at: ApiClient) =>
      expectOk(report(at, mine.customerId, 'calls', 93, { enforceLimit: true }));
    const after = used(100, { isGranted: false, accessDeniedReason: 'RequestedUsageExceedingLimit' });
    return { ...mine, before: used(7, { isGranted: true }), after, change };
  },
  'a level that is set': async (api) => {
    const mine = await user(api, 'seats', 2);
    const change = (at: ApiClient) =>
      expectOk(report(at, mine.customerId, 'seats', 1, { updateBehavior: 'SET' }));
    return { ...mine, before: used(2), after: used(1), change };
  },
  'a level that is given back': async (api) => {
    const mine = await user(api, 'seats', 3);
    const change = (at: ApiClient) => expectOk(report(at, mine.customerId, 'seats', -1));
    const after = used(2, { isGranted: true });
    return { ...mine, before: used(3, { isGranted: false }), after, change };
  },
};
