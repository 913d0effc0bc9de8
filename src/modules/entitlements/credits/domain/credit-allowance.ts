import { creditsWithin, Decimal } from '#libs/kernel/decimal';
import type { CreditCadence } from '#modules/catalog/package-entitlements';
import type { PackageCredit } from './credit-contribution';

/** What a subscription gives of one currency in each window, from one of its entitlements. Domain: credits R1, R3 */
export interface CreditAllowance {
  /** Unique within the subscription, and the same for as long as it has the entitlement. */
  key: string;
  sourceType: 'PLAN_ENTITLEMENT' | 'ADDON_ENTITLEMENT';
  currencyUid: string;
  currencyId: string;
  /** Above zero. */
  amount: Decimal;
  cadence: CreditCadence;
  hasSoftLimit: boolean;
}

/** An entitlement of which nothing can be given, and why. Domain: credits R3 */
export interface SkippedCredits {
  key: string;
  currencyId: string;
  /** The feature that the amount depends on. */
  dependencyFeatureId: string | null;
  reason: 'FEATURE_NOT_GRANTED' | 'FEATURE_UNLIMITED' | 'AMOUNT_TOO_LARGE';
}

/** The limit of a feature within the subscription, its addons included; undefined where it does not grant the feature. */
export type LimitOf = (featureUid: string) => number | 'unlimited' | undefined;

/** The plan's, or that of one addon. */
export interface CreditSource {
  sourceType: CreditAllowance['sourceType'];
  /** Begins the keys of its allowances. */
  name: string;
  /** Times the amount. */
  quantity: number;
}

/** A record whose amount and cadence are filled in. */
export type FilledCredit = PackageCredit & { amount: string; cadence: CreditCadence };

export const isFilled = (credit: PackageCredit): credit is FilledCredit =>
  credit.amount !== null && credit.cadence !== null;

/** Zero is a value too: it may take the place of another. Domain: credits R1, R3, Y4 */
export function allowanceOf(
  credit: FilledCredit,
  { sourceType, name, quantity }: CreditSource,
  limitOf: LimitOf,
): CreditAllowance | SkippedCredits {
  const { currencyUid, currencyId, cadence, hasSoftLimit, dependencyFeatureId } = credit;
  const key = `${name}:${currencyUid}:${cadence}`;
  const skipped = (reason: SkippedCredits['reason']) => ({ key, currencyId, dependencyFeatureId, reason });
  const units = credit.dependencyFeatureUid === null ? 1 : limitOf(credit.dependencyFeatureUid);
  if (units === undefined) return skipped('FEATURE_NOT_GRANTED');
  if (units === 'unlimited') return skipped('FEATURE_UNLIMITED');
  const amount = creditsWithin(new Decimal(credit.amount).times(quantity).times(units));
  if (!amount) return skipped('AMOUNT_TOO_LARGE');
  return { key, sourceType, currencyUid, currencyId, amount, cadence, hasSoftLimit };
}

export const isSkipped = (outcome: CreditAllowance | SkippedCredits): outcome is SkippedCredits =>
  'reason' in outcome;

const monthsOf = { MONTH: 1, YEAR: 12 };

/** More credits in a year first; of equal ones the soft, and then by key, so that every order of the addons gives the same. */
export const byGenerosity = (a: CreditAllowance, b: CreditAllowance): number =>
  b.amount.times(monthsOf[a.cadence]).comparedTo(a.amount.times(monthsOf[b.cadence])) ||
  Number(b.hasSoftLimit) - Number(a.hasSoftLimit) ||
  byKey(a, b);

export const byKey = (a: { key: string }, b: { key: string }): number => {
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
};
