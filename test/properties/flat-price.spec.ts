import fc from 'fast-check';
import { currencyCodes, minorUnitDigits } from '#libs/business/values/currency';
import { exactPriceOf, flatPriceOf, moneyOf } from '#libs/business/values/flat-price';

// Domain: catalog

const mostMinorUnits = 99_999_999_999;

/** Any price that can be paid: whole minor units of any currency, up to 999,999,999.99. */
const prices = fc
  .record({ currency: fc.constantFrom(...currencyCodes), minorUnits: fc.nat(mostMinorUnits) })
  .map(({ currency, minorUnits }) => {
    const perUnit = 10 ** minorUnitDigits(currency);
    return { currency, amount: Math.min(minorUnits, 999_999_999 * perUnit) / perUnit };
  });

describe('a flat price', () => {
  it('C7: is told as the very number that was sent, whatever the amount and the currency', () => {
    fc.assert(
      fc.property(prices, (price) => {
        expect(flatPriceOf(exactPriceOf(moneyOf(price, 'price')))).toEqual(price);
      }),
    );
  });

  it('C7: is refused with a tenth of the minor unit more', () => {
    fc.assert(
      fc.property(
        prices.filter(({ amount }) => amount < 1e6),
        ({ amount, currency }) => {
          const digits = minorUnitDigits(currency) + 1;
          const finer = Number((amount + 10 ** -digits).toFixed(digits));
          expect(() => moneyOf({ amount: finer, currency }, 'price')).toThrow(/more decimals/);
        },
      ),
    );
  });
});
