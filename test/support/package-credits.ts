import type {
  AddonCredits,
  OwnCredits,
  PackageCredit,
} from '../../src/modules/entitlements/credits/domain/credit-contribution';

/** Hard credits of tokens for a MONTH that add up, save what the test says. */
export const creditOf = (amount: string | null, credit: Partial<PackageCredit> = {}): PackageCredit => ({
  currencyUid: 'tokens-uid',
  currencyId: 'tokens',
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

export const addonOf = (addonUid: string, quantity: number, ...credits: PackageCredit[]): AddonCredits => ({
  addonUid,
  quantity,
  credits,
});

export const ownCredits = (amount: string, own: Partial<OwnCredits> = {}): OwnCredits => ({
  currencyUid: 'tokens-uid',
  currencyId: 'tokens',
  amount,
  cadence: 'MONTH',
  ...own,
});
