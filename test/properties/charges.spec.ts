import fc from 'fast-check';
import { inCountry } from '#libs/business/pricing/price-list';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Charge } from '../../src/modules/catalog/charges/domain/charge';
import { readCharges } from '../../src/modules/catalog/charges/domain/charge-set';
import { parseCostFormula } from '../../src/modules/catalog/charges/domain/cost-formula';
import type {
  PricePeriodRequest,
  PricesRequest,
  PricingModelRequest,
} from '../../src/modules/catalog/charges/domain/charge-request';
import { pricedCharges } from '../../src/modules/catalog/charges/domain/priced-charges';
import { named } from '../support/charge-builders';

// Domain: catalog

/** The rows of a request as they are stored. */
const stored = (prices: PricesRequest): Charge[] =>
  readCharges(prices, named).map(({ terms }) => Charge.of(terms, 'version', null, new Date(0)));

const countries = ['DE', 'FR'] as const;
const currencies = ['usd', 'eur'] as const;

const periods: fc.Arbitrary<PricePeriodRequest[]> = fc.uniqueArray(
  fc.record(
    {
      billingPeriod: fc.constantFrom('MONTHLY' as const, 'ANNUALLY' as const),
      billingCountryCode: fc.constantFrom(...countries),
      price: fc.record({ amount: fc.constant(1), currency: fc.constantFrom(...currencies) }),
    },
    { requiredKeys: ['billingPeriod', 'price'] },
  ),
  {
    minLength: 1,
    maxLength: 5,
    selector: ({ billingPeriod, billingCountryCode }) => `${billingPeriod}${billingCountryCode}`,
  },
);
const models: fc.Arbitrary<PricingModelRequest[]> = fc
  .tuple(periods, fc.option(periods, { nil: undefined }))
  .map(([flat, seats]) => [
    { billingModel: 'FLAT_FEE', pricePeriods: flat },
    ...(seats ? [{ billingModel: 'PER_UNIT' as const, featureId: 'seats', pricePeriods: seats }] : []),
  ]);

/** What each country would be billed in, by the engine that bills it. */
function mixesCurrencies(pricingModels: PricingModelRequest[]): boolean {
  // One model after the other, so that the rule under test does not object.
  const rows = pricingModels.flatMap((model) =>
    model.pricePeriods.flatMap((period) =>
      pricedCharges(stored({ pricingModels: [{ ...model, pricePeriods: [period] }] }), null),
    ),
  );
  const stated = new Set(rows.map(({ billingCountryCode }) => billingCountryCode));
  return [...stated].some(
    (country) => new Set(inCountry(rows, country).map(({ currency }) => currency)).size > 1,
  );
}

describe('charges', () => {
  it('R7, R9: rows are taken exactly when every country is billed in one currency', () => {
    fc.assert(
      fc.property(models, (pricingModels) => {
        const take = () => stored({ pricingModels });
        if (mixesCurrencies(pricingModels)) expect(take).toThrow(/would pay in/);
        else expect(take()).toHaveLength(pricingModels.flatMap(({ pricePeriods }) => pricePeriods).length);
      }),
    );
  });

  it('R9: a price comes back from its text as the number that was sent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999 }),
        fc.integer({ min: 0, max: 2 }),
        (digits, scale) => {
          const amount = digits / 10 ** scale;
          fc.pre(amount <= 999_999_999.99);
          const price = { amount };
          const [charge] = stored({
            pricingModels: [
              { billingModel: 'FLAT_FEE', pricePeriods: [{ billingPeriod: 'MONTHLY', price }] },
            ],
          });
          expect(Number(charge?.price)).toBe(amount);
        },
      ),
    );
  });

  it('credits F3: whatever stands in a formula, it is parsed or refused, never anything else', () => {
    const words = fc.constantFrom(
      'a',
      '`b c`',
      '1.5',
      '(',
      ')',
      '+',
      '-',
      '*',
      '/',
      ',',
      '<',
      '==',
      'if(',
      'min(',
      'ceil(',
      ' ',
      '@',
    );
    const formulas = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.array(words, { maxLength: 25 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(formulas, (text) => {
        let refusal: unknown;
        try {
          expect(parseCostFormula(text, 'costFormula')).toHaveProperty('kind');
        } catch (error) {
          refusal = error;
        }
        if (refusal === undefined) return;
        expect(refusal).toBeInstanceOf(DomainError);
        expect((refusal as DomainError).message).toMatch(/^costFormula/);
      }),
    );
  });
});
