import { badInput } from '#libs/kernel/errors/domain-error';
import type { PricesRequest } from './charge-request';
import { isTopUp, type ChargeTerms, type ReadCharge } from './charge-terms';
import { readMinimumSpend } from './minimum-spend';
import { readOverageModel } from './overage-model';
import { readPricingModel } from './pricing-model';
import type { NamedReferences } from './references';

// Choice: as many as entitlements (catalog E13), which one statement can write.
export const maxCharges = 500;

/**
 * All price rows that a request states, fit to stand together on one package version. Domain: catalog R1–R9, R12
 * @throws BadUserInput, AmountTooLarge, InvalidEntitlementResetPeriod, InvalidCreditOverageBillingModel
 */
export function readCharges(
  { pricingModels = [], overagePricingModels = [], minimumSpend }: PricesRequest,
  named: NamedReferences,
): ReadCharge[] {
  const charges = [
    ...pricingModels.flatMap((model, index) =>
      readPricingModel(model, named, `charges.pricingModels[${index}]`),
    ),
    ...overagePricingModels.flatMap((model, index) =>
      readOverageModel(model, named, `charges.overagePricingModels[${index}]`),
    ),
    ...(minimumSpend ?? []).map((spend, index) => readMinimumSpend(spend, `charges.minimumSpend[${index}]`)),
  ];
  if (charges.length > maxCharges) {
    throw badInput(`charges: a version has at most ${maxCharges} price rows, these are ${charges.length}`);
  }
  requireDistinct(charges);
  requireOneCurrency(charges.map(({ terms }) => terms));
  return charges;
}

/** What a row is a price of; a top-up of credits stands beside the same credits granted each period. */
const subjectOf = (terms: ChargeTerms): string =>
  JSON.stringify([
    terms.isOverage,
    terms.billingModel,
    terms.billingPeriod,
    terms.billingCadence,
    terms.featureUid,
    terms.customCurrencyUid,
    isTopUp(terms),
  ]);

/** @throws BadUserInput. Domain: catalog R1 */
function requireDistinct(charges: readonly ReadCharge[]): void {
  const seen = new Map<string, string>();
  for (const { terms, at } of charges) {
    const key = `${subjectOf(terms)} ${terms.billingCountryCode ?? ''}`;
    const earlier = seen.get(key);
    if (earlier !== undefined) {
      throw badInput(`${at} prices the same as ${earlier}: model, period, cadence, country and subject`);
    }
    seen.set(key, at);
  }
}

/** A country pays in one currency, default rows included where it has none of its own. @throws BadUserInput. Domain: catalog R7, R9 */
function requireOneCurrency(charges: readonly ChargeTerms[]): void {
  const countries = new Set(charges.map(({ billingCountryCode }) => billingCountryCode));
  for (const country of countries) {
    const own = charges.filter(({ billingCountryCode }) => billingCountryCode === country);
    const overridden = new Set(own.map(subjectOf));
    const isLeft = (terms: ChargeTerms) =>
      terms.billingCountryCode === null && !overridden.has(subjectOf(terms));
    requireSameCurrency([...own, ...charges.filter(isLeft)], country);
  }
}

function requireSameCurrency(charges: readonly ChargeTerms[], country: string | null): void {
  const [one, other] = new Set(charges.flatMap(({ currency }) => currency ?? []));
  if (other === undefined) return;
  const who = country === null ? 'customers of no particular country' : `customers of ${country}`;
  throw badInput(`charges: ${who} would pay in ${one} and ${other}; price a country in one currency`);
}
