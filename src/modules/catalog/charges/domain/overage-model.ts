import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { OverageModelRequest } from './charge-request';
import { noSubject, type ReadCharge, type SubjectTerms } from './charge-terms';
import { requireFieldsOfPeriod } from './model-fields';
import { chargedBy, countryOf } from './price-period';
import { linkOfCurrency, linkOfFeature, requireMetered, type NamedReferences } from './references';

/**
 * The price rows of what lies above a limit: of a feature, or of credits. Domain: catalog R5, R6
 * @param at path of the model in the request, such as `charges.overagePricingModels[0]`
 * @throws BadUserInput, InvalidCreditOverageBillingModel, AmountTooLarge
 */
export function readOverageModel(
  asked: OverageModelRequest,
  named: NamedReferences,
  at: string,
): ReadCharge[] {
  const { billingModel, billingCadence = 'RECURRING', pricePeriods } = asked;
  if (billingCadence === 'ONE_OFF') {
    throw badInput(`${at}.billingCadence: overage is billed as it happens; leave the field out`);
  }
  const subject = subjectOf(asked, named, at);
  if (pricePeriods.length === 0) throw badInput(`${at}.pricePeriods must have at least 1 element`);
  const fields = billingModel === 'PER_UNIT' ? perUnit : perUnitOrBlock;
  return pricePeriods.map((period, index) => {
    const place = `${at}.pricePeriods[${index}]`;
    requireFieldsOfPeriod(period, fields, place, `${billingModel} overage`);
    const billingCountryCode = countryOf(period, place);
    const { billingPeriod } = period;
    const when = { billingModel, billingCadence, billingPeriod, billingCountryCode, isOverage: true };
    return { terms: { ...subject, ...when, ...chargedBy(period, undefined, named, place) }, at: place };
  });
}

const perUnit = { charges: ['price'], takesInPeriod: [] } as const;
const perUnitOrBlock = { charges: ['price'], takesInPeriod: ['blockSize'] } as const;

function subjectOf(
  { billingModel, featureId, currencyId }: OverageModelRequest,
  { features, currencies }: NamedReferences,
  at: string,
): SubjectTerms {
  if ((featureId === undefined) === (currencyId === undefined)) {
    throw badInput(`${at} needs a featureId or a currencyId, one of them`);
  }
  const feature = features.get(featureId ?? '');
  if (feature) {
    requireMetered(feature, `${at}.featureId`);
    if (billingModel !== 'USAGE_BASED' && billingModel !== 'PER_UNIT') {
      throw badInput(`${at}.billingModel: overage of a feature is USAGE_BASED or PER_UNIT`);
    }
    return { ...noSubject, ...linkOfFeature(feature) };
  }
  const currency = currencies.get(currencyId ?? '');
  if (billingModel !== 'USAGE_BASED') {
    throw new DomainError(
      'InvalidCreditOverageBillingModel',
      `${at}.billingModel: overage of credits is USAGE_BASED`,
    );
  }
  return { ...noSubject, ...(currency && linkOfCurrency(currency)) };
}
