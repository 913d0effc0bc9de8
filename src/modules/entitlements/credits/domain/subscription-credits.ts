import {
  allowanceOf,
  byGenerosity,
  byKey,
  isFilled,
  isSkipped,
  type CreditAllowance,
  type CreditSource,
  type LimitOf,
  type SkippedCredits,
} from './credit-allowance';
import type { AddonCredits, OwnCredits, PackageCredit, PackageCredits } from './credit-contribution';

export interface CreditContributions {
  /** Pinned versions of the plan's inheritance chain, root first, leaf last (catalog I3). */
  planChain: readonly PackageCredits[];
  addons: readonly AddonCredits[];
  overrides: readonly OwnCredits[];
  limitOf: LimitOf;
}

export interface SubscriptionCredits {
  /** By key. */
  allowances: CreditAllowance[];
  /** By key. The value of a plan is not among them where another takes its place. */
  skipped: SkippedCredits[];
}

/**
 * What one subscription gives in credits: of each currency the base in force, as one allowance, and one beside it for each Increment of
 * an addon. Each keeps its own window, so they are not added up. Domain: credits R1, R3; catalog I2, I4, E8; customers-subscriptions O4
 */
export function subscriptionCredits(subscription: CreditContributions): SubscriptionCredits {
  const resolution = new CreditResolution(subscription.limitOf);
  const plan = inheritedCredits(subscription.planChain);
  const overrides = new Map(subscription.overrides.map((own) => [own.currencyUid, own]));
  const addons = creditsOfAddons(subscription.addons);
  for (const currencyUid of new Set([...plan.keys(), ...overrides.keys(), ...addons.keys()])) {
    resolution.add({
      override: overrides.get(currencyUid),
      plan: plan.get(currencyUid),
      addons: addons.get(currencyUid) ?? [],
    });
  }
  return resolution.outcome;
}

/** As features are inherited: the closest record counts as a whole, also when it takes the credits away. Domain: catalog I2, I4 */
function inheritedCredits(chain: readonly PackageCredits[]): Map<string, PackageCredit> {
  const records = chain.flatMap(({ credits }) => credits);
  return new Map(records.map((credit) => [credit.currencyUid, credit]));
}

interface AddonCredit {
  credit: PackageCredit;
  addon: AddonCredits;
}

function creditsOfAddons(addons: readonly AddonCredits[]): Map<string, AddonCredit[]> {
  const byCurrency = new Map<string, AddonCredit[]>();
  for (const addon of addons) {
    for (const credit of addon.credits) {
      const same = byCurrency.get(credit.currencyUid) ?? [];
      byCurrency.set(credit.currencyUid, [...same, { credit, addon }]);
    }
  }
  return byCurrency;
}

/** All that one subscription says about one currency. */
interface CurrencyParts {
  override: OwnCredits | undefined;
  plan: PackageCredit | undefined;
  addons: readonly AddonCredit[];
}

const planSource: CreditSource = { sourceType: 'PLAN_ENTITLEMENT', name: 'PLAN', quantity: 1 };
const addonSource = ({ addonUid }: AddonCredits, quantity: number): CreditSource => ({
  sourceType: 'ADDON_ENTITLEMENT',
  name: `ADDON:${addonUid}`,
  quantity,
});

class CreditResolution {
  private readonly given: CreditAllowance[] = [];
  private readonly skipped: SkippedCredits[] = [];

  constructor(private readonly limitOf: LimitOf) {}

  get outcome(): SubscriptionCredits {
    return {
      allowances: this.given.filter(({ amount }) => amount.greaterThan(0)).sort(byKey),
      skipped: [...this.skipped].sort(byKey),
    };
  }

  add({ override, plan, addons }: CurrencyParts): void {
    const granting = addons.filter(({ credit }) => credit.isGranted);
    const ofBehavior = (behavior: PackageCredit['behavior']) =>
      granting.filter(({ credit }) => credit.behavior === behavior);
    const base = override
      ? this.valueOf(filledIn(override, plan), planSource)
      : (this.bestOf(ofBehavior('Override')) ??
        (plan?.isGranted ? this.valueOf(plan, planSource) : undefined));
    const increments = ofBehavior('Increment').map(({ credit, addon }) =>
      this.valueOf(credit, addonSource(addon, addon.quantity)),
    );
    this.given.push(...[base, ...increments].filter((allowance) => allowance !== undefined));
  }

  /** Not multiplied by the quantity of its addon, as no Override of a feature is (entitlements-usage G2). */
  private bestOf(overrides: readonly AddonCredit[]): CreditAllowance | undefined {
    const values = overrides.flatMap(
      ({ credit, addon }) => this.valueOf(credit, addonSource(addon, 1)) ?? [],
    );
    return values.sort(byGenerosity)[0];
  }

  /** Undefined of what has no value, or none that can be given: the latter is noted. */
  private valueOf(credit: PackageCredit, source: CreditSource): CreditAllowance | undefined {
    if (!isFilled(credit)) return undefined;
    const outcome = allowanceOf(credit, source, this.limitOf);
    if (!isSkipped(outcome)) return outcome;
    this.skipped.push(outcome);
    return undefined;
  }
}

/**
 * Choice: a value of the subscription is what it gives in all, whatever feature the plan's amount depends on. It cannot say whether it
 * is soft, so it is as soft as the plan's.
 */
const filledIn = (own: OwnCredits, plan: PackageCredit | undefined): PackageCredit => ({
  ...own,
  isGranted: true,
  behavior: 'Increment',
  hasSoftLimit: plan?.isGranted === true && plan.hasSoftLimit,
  dependencyFeatureUid: null,
  dependencyFeatureId: null,
});
