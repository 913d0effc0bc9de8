import type { StoredCharge } from '#modules/catalog/charges';
import type { StoredCurrency } from '#modules/catalog/custom-currencies';
import type { FeatureType, MeterType, StoredFeature } from '#modules/catalog/features';

const featureOf = (id: string, featureType: FeatureType, meterType: MeterType = 'None') => {
  const isMetered = meterType !== 'None';
  const feature = { uid: `${id}-uid`, id, featureType, meterType, isMetered, enumConfiguration: null };
  return [id, feature as StoredFeature] as const;
};

const currencyOf = (id: string) => [id, { uid: `${id}-uid`, id } as StoredCurrency] as const;

/** What requests name: a switch, a number that is sold, a counter and a gauge; two custom currencies. */
export const named = {
  features: new Map([
    featureOf('sso', 'BOOLEAN'),
    featureOf('seats', 'NUMBER'),
    featureOf('calls', 'NUMBER', 'INCREMENTAL'),
    featureOf('storage', 'NUMBER', 'FLUCTUATING'),
  ]),
  currencies: new Map([currencyOf('tokens'), currencyOf('gems')]),
};

const nothing: Partial<StoredCharge> = {
  billingModel: 'USAGE_BASED',
  isOverage: false,
  featureUid: null,
  featureId: null,
  customCurrencyUid: null,
  customCurrencyId: null,
};

/** A price row of usage of one of the features above, or what `more` makes of it. */
export const chargeOfFeature = (featureId: string, more: Partial<StoredCharge> = {}): StoredCharge =>
  ({ ...nothing, featureId, featureUid: `${featureId}-uid`, ...more }) as StoredCharge;

/** The price of overage of one of the currencies above. */
export const overageOfCredits = (customCurrencyId: string): StoredCharge =>
  ({
    ...nothing,
    isOverage: true,
    customCurrencyId,
    customCurrencyUid: `${customCurrencyId}-uid`,
  }) as StoredCharge;
