import type { CreditCadence, StoredEntitlement } from '#modules/catalog/package-entitlements';

interface Currency {
  currencyUid: string;
  currencyId: string;
}
/** A CREDIT entitlement, as far as the credits of a subscription look at it. */
type Credit = Currency &
  Pick<StoredEntitlement, 'isGranted' | 'behavior' | 'amount' | 'cadence' | 'hasSoftLimit'> &
  Pick<StoredEntitlement, 'dependencyFeatureUid' | 'dependencyFeatureId'>;

const tokens: Currency = { currencyUid: 'tokens-uid', currencyId: 'tokens' };

/** Hard credits of tokens for a MONTH that add up, save what the test says. */
export const creditOf = (amount: string | null, credit: Partial<Credit> = {}): Credit => ({
  ...tokens,
  isGranted: true,
  behavior: 'Increment',
  amount,
  cadence: 'MONTH',
  hasSoftLimit: false,
  dependencyFeatureUid: null,
  dependencyFeatureId: null,
  ...credit,
});

export const perSeat = { dependencyFeatureUid: 'seats-uid', dependencyFeatureId: 'seats' };

export const addonOf = (addonUid: string, quantity: number, ...credits: Credit[]) => ({
  addonUid,
  quantity,
  credits,
});

export const ownCredits = (amount: string, own: Partial<Currency & { cadence: CreditCadence }> = {}) => ({
  ...tokens,
  amount,
  cadence: 'MONTH' as CreditCadence,
  ...own,
});
