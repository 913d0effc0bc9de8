import { mergedReset, type Reset } from '#libs/business/values/reset-configuration';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { StoredFeature } from '#modules/catalog/features';
import type { PricePeriodRequest, PricingModelRequest } from './charge-request';
import { noSubject, type ReadCharge, type SubjectTerms } from './charge-terms';
import { isRated, requireFieldsOfModel } from './model-fields';
import { chargedBy, countryOf } from './price-period';
import {
  linkOfCurrency,
  linkOfFeature,
  requireMetered,
  requireNumber,
  type NamedReferences,
} from './references';

/**
 * The price rows of one model, a row for each of its periods. Domain: catalog R1–R4, R7, R12
 * @param at path of the model in the request, such as `charges.pricingModels[0]`
 * @throws BadUserInput, InvalidEntitlementResetPeriod, AmountTooLarge
 */
export function readPricingModel(
  asked: PricingModelRequest,
  named: NamedReferences,
  at: string,
): ReadCharge[] {
  requireFieldsOfModel(asked, at);
  const { billingModel, billingCadence = 'RECURRING', tiersMode } = asked;
  if (billingCadence === 'ONE_OFF') requireBillableOnce(asked, at);
  if (tiersMode && !asked.pricePeriods.some(({ tiers }) => tiers)) {
    throw badInput(`${at}.tiersMode goes with tiers; leave it out`);
  }
  const shared = { ...subjectOf(asked, named, at), billingModel, billingCadence, isOverage: false };
  return asked.pricePeriods.map((period, index) => {
    const place = `${at}.pricePeriods[${index}]`;
    const billingCountryCode = countryOf(period, place);
    const { billingPeriod, creditGrantCadence = null } = period;
    const when = { billingPeriod, billingCountryCode, creditGrantCadence };
    return { terms: { ...shared, ...when, ...chargedBy(period, tiersMode, named, place) }, at: place };
  });
}

/** What is billed afterwards is billed every period; one-time credits are granted once. Domain: catalog R3 */
function requireBillableOnce({ billingModel, pricePeriods }: PricingModelRequest, at: string): void {
  if (billingModel === 'USAGE_BASED' || billingModel === 'MINIMUM_SPEND') {
    throw badInput(`${at}.billingCadence: a ${billingModel} charge is RECURRING`);
  }
  const isGranting = ({ creditGrantCadence }: PricePeriodRequest) => creditGrantCadence !== undefined;
  const index = pricePeriods.findIndex(isGranting);
  if (index < 0) return;
  throw badInput(`${at}.pricePeriods[${index}].creditGrantCadence: a ONE_OFF charge grants nothing again`);
}

function subjectOf(asked: PricingModelRequest, named: NamedReferences, at: string): SubjectTerms {
  const feature = named.features.get(asked.featureId ?? '');
  const currency = named.currencies.get(asked.topUpCustomCurrencyId ?? '');
  if (feature) {
    const isOfUsage = asked.billingModel === 'USAGE_BASED' || isRated(asked);
    (isOfUsage ? requireMetered : requireNumber)(feature, `${at}.featureId`);
  }
  return {
    ...noSubject,
    ...quantitiesOf(asked, at),
    ...resetOf(asked, feature, at),
    ...(feature && linkOfFeature(feature)),
    ...(currency && linkOfCurrency(currency)),
  };
}

/** Domain: catalog R3 */
function quantitiesOf(
  asked: PricingModelRequest,
  at: string,
): Pick<SubjectTerms, 'minUnitQuantity' | 'maxUnitQuantity'> {
  const { minUnitQuantity = null, maxUnitQuantity = null } = asked;
  if (minUnitQuantity !== null && maxUnitQuantity !== null && minUnitQuantity > maxUnitQuantity) {
    throw badInput(`${at}.minUnitQuantity must not be above maxUnitQuantity`);
  }
  return { minUnitQuantity, maxUnitQuantity };
}

/** The window in which usage adds up for the bill; as catalog E6 and E7 have it for entitlements. */
function resetOf(asked: PricingModelRequest, feature: StoredFeature | undefined, at: string): Reset {
  const reset = mergedReset({ resetPeriod: null, accordingTo: null }, asked, `${at}.`);
  if (reset.resetPeriod === null || feature?.meterType === 'INCREMENTAL') return reset;
  const subject = feature ? `feature ${feature.id} (meterType ${feature.meterType})` : 'this charge';
  throw new DomainError('InvalidEntitlementResetPeriod', `${at}.resetPeriod: ${subject} takes none`);
}
