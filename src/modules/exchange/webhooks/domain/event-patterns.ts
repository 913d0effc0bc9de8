import { eventNouns, isEventType } from '#libs/business/values/event-types';
import { badInput } from '#libs/kernel/errors/domain-error';
import type { Permission } from '#libs/kernel/permission';

/** Every type, of now and of releases to come. */
export const everyType = '*';

/** What a scope must be able to read before somebody hears of a noun. Domain: access-and-events W1, S1 */
const resources: Readonly<Record<string, string>> = {
  customer: 'customers',
  payment_method: 'customers',
  subscription: 'subscriptions',
  billing: 'subscriptions',
  trial: 'subscriptions',
  entitlements: 'entitlements',
  entitlement: 'entitlements',
  promotional_entitlement: 'promotionalEntitlements',
  credit_type: 'credits',
  credit_grant: 'credits',
  credit_balance: 'credits',
  automatic_recharge: 'credits',
  product: 'products',
  plan: 'plans',
  addon: 'addons',
  feature: 'features',
  feature_group: 'features',
  coupon: 'coupons',
  measurement: 'usage',
  third_party: 'integrations',
  contract: 'contracts',
  invoice: 'invoices',
};

const nounOf = (pattern: string): string => pattern.slice(0, pattern.indexOf('.'));

const isPattern = (text: string): boolean =>
  text === everyType || isEventType(text) || (text.endsWith('.*') && eventNouns.includes(text.slice(0, -2)));

/**
 * The types that a webhook hears: `invoice.paid`, all of a noun as `invoice.*`, or `*`. Each once.
 * @throws BadUserInput. Domain: access-and-events W1
 */
export function eventPatterns(texts: readonly string[]): string[] {
  const [unknown] = texts.filter((text) => !isPattern(text));
  if (unknown !== undefined)
    throw badInput(
      `eventTypes names ${unknown}, which is no type of event; take one such as invoice.paid, all of a noun as invoice.*, or *`,
    );
  return [...new Set(texts)];
}

/** What somebody must be allowed to read who is to hear these. */
export function readsOf(patterns: readonly string[]): Permission[] {
  const nouns = patterns.includes(everyType) ? eventNouns : patterns.map(nounOf);
  return [...new Set(nouns.map((noun): Permission => `${resources[noun]}:read`))];
}
