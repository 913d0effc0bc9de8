import { dec, flatFee, perUnit, usageBased } from '../../../test/support/price-builders';
import { type Buyer, inCountry, priceListFor } from './price-list';

// Domain: catalog

const dollars = flatFee(49, { ref: 'base' });
const seats = perUnit('seats', 10);
const inGermany = { billingCountryCode: 'DE', currency: 'eur' } as const;
const inJapan = { billingCountryCode: 'JP', currency: 'jpy' } as const;
const german = [
  flatFee(45, { ref: 'base DE', ...inGermany }),
  perUnit('seats', 9, { ref: 'seats DE', ...inGermany }),
];
const japanese = [
  flatFee(7000, { ref: 'base JP', ...inJapan }),
  perUnit('seats', 1500, { ref: 'seats JP', ...inJapan }),
];
const catalog = [dollars, seats, ...japanese, ...german];

const refsFor = (buyer: Partial<Buyer>): string[] =>
  priceListFor(catalog, { countryCode: null, currencies: [], ...buyer }).charges.map(({ ref }) => ref);

describe('R7: rows of a country', () => {
  it('take the place of the default rows, one by one', () => {
    const cheaper = flatFee(39, { ref: 'base IN', billingCountryCode: 'IN' });
    expect(inCountry([dollars, seats, cheaper], 'IN')).toEqual([seats, cheaper]);
  });

  it('leave rows of another model, feature, cadence or package alone', () => {
    const others = [
      usageBased('seats', 1),
      flatFee(5, { ref: 'set-up', billingCadence: 'ONE_OFF' }),
      flatFee(5, { ref: 'sms', addonId: 'sms' }),
      perUnit('seats', 12, { isOverage: true }),
      flatFee(5, { ref: 'top-up', isTopUp: true }),
      flatFee(5, { ref: 'tokens', customCurrencyId: 'tokens' }),
      flatFee(490, { ref: 'a year', billingPeriod: 'ANNUALLY' }),
    ];
    expect(inCountry([...others, ...german], 'DE')).toEqual([...others, ...german]);
  });

  it('are nobody else’s', () => {
    expect(inCountry(catalog, 'FR')).toEqual([dollars, seats]);
    expect(inCountry(catalog, null)).toEqual([dollars, seats]);
  });
});

describe('contracts-billing R4 of money: the currency of a subscription', () => {
  it.each<[string, Partial<Buyer>, string[]]>([
    ['of the country', { countryCode: 'DE' }, ['base DE', 'seats DE']],
    ['of the default rows for other countries', { countryCode: 'FR' }, ['base', 'seats']],
    ['of the default rows without a country', {}, ['base', 'seats']],
    [
      'of the customer, where a row has it',
      { countryCode: 'DE', currencies: [null, 'jpy'] },
      ['base JP', 'seats JP'],
    ],
    [
      'of the customer over that of the country',
      { countryCode: 'DE', currencies: ['usd'] },
      ['base', 'seats'],
    ],
    [
      'not of the customer, where no row has it',
      { countryCode: 'DE', currencies: ['gbp'] },
      ['base DE', 'seats DE'],
    ],
    ['of the override first', { countryCode: 'JP', currencies: ['eur', 'usd'] }, ['base DE', 'seats DE']],
  ])('%s', (_, buyer, refs) => {
    expect(refsFor(buyer)).toEqual(refs);
  });

  it('R7: of the lists in a wished currency the buyer’s country comes first', () => {
    const austrian = flatFee(44, { ref: 'base AT', billingCountryCode: 'AT', currency: 'eur' });
    const buyer = { countryCode: 'DE', currencies: ['eur' as const] };
    expect(priceListFor([...catalog, austrian], buyer)).toMatchObject({ countryCode: 'DE', currency: 'eur' });
  });

  it('R12: is not that of usage paid in credits, which has none', () => {
    const creditRate = { currencyUid: 'tokens-uid', currencyId: 'tokens', amount: dec(1), costFormula: null };
    const rated = usageBased('ai', 0, { price: null, currency: null, creditRate });
    const buyer = { countryCode: null, currencies: [] };
    expect(priceListFor([rated, dollars], buyer)).toEqual({
      countryCode: null,
      currency: 'usd',
      charges: [rated, dollars],
    });
  });

  it('is none where nothing is priced', () => {
    const nothing = { countryCode: null, currency: null, charges: [] };
    expect(priceListFor([], { countryCode: 'DE', currencies: ['eur'] })).toEqual(nothing);
  });
});
