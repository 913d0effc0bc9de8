import { canonicalJson } from '#libs/kernel/canonical-json';
import type { EntitlementOverride } from './entitlement-override';
import type { Purchase } from './purchase';
import type { SubscriptionPackage } from './subscription-package';

/** On which terms it runs, and whether its billing periods are counted anew with them. */
export interface Terms {
  purchase: Purchase | null;
  billingCycleAnchor: Date | null;
  /** Domain: entitlements-usage H1 */
  isCycleRestarted: boolean;
  /** What of it gives less than what runs, named by its field; null where nothing does. Domain: customers-subscriptions D2 */
  downgrade: string | null;
}

/** What somebody has agreed to. */
interface Held {
  packages: readonly SubscriptionPackage[];
  overrides: readonly EntitlementOverride[];
  purchase: Purchase | null;
  billingCycleAnchor: Date | null;
}

/** Was only asked for again what is there, at whatever price? Domain: entitlements-usage H1 */
export const holdsTheSame = (before: Held, after: Held): boolean => pictureOf(before) === pictureOf(after);

const pictureOf = ({ packages, overrides, purchase, billingCycleAnchor }: Held): string =>
  canonicalJson({
    packages: packages.map(({ versionUid, quantity }) => [versionUid, quantity]),
    ...{ overrides, purchase: purchase && withoutPrices(purchase), billingCycleAnchor },
  });

/** What it costs restarts no usage. */
function withoutPrices({ priceOverrides: _, minimumSpend: __, freeItems: ___, ...bought }: Purchase) {
  return bought;
}
