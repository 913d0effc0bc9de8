import { refusalOf } from '../../../../../test/support/price-builders';
import { BillingDetails, currencyOf } from './billing-details';

// Domain: contracts-billing

describe('I2: the currency of a contract', () => {
  it.each<[ReturnType<typeof currencyOf> | null, ReturnType<typeof currencyOf> | null, string]>([
    [null, 'eur', 'eur'],
    [null, null, 'usd'],
    ['gbp', null, 'gbp'],
    ['gbp', 'gbp', 'gbp'],
  ])('kept %p, sent %p, of a customer with usd: %s', (kept, asked, told) => {
    expect(currencyOf(kept, asked, 'usd')).toBe(told);
  });

  it('is not another one later, and must be known', () => {
    expect(refusalOf(() => currencyOf('eur', 'usd', 'usd'))).toMatch(
      /^BadUserInput: currency: .* are in eur/,
    );
    expect(refusalOf(() => currencyOf(null, null, null))).toMatch(/^BadUserInput: currency must be set/);
  });

  it('is kept under the key of the contract', () => {
    const details = BillingDetails.of('contract-uid', 'eur', new Date(0));
    expect(details).toMatchObject({ uid: 'contract-uid', currency: 'eur', note: null, paymentMethod: null });
  });

  it('S3: what is said beside it later is another state', () => {
    const details = BillingDetails.of('contract-uid', 'eur', new Date(0));
    expect(details.with({ note: 'Thank you' })).toMatchObject({ uid: 'contract-uid', note: 'Thank you' });
    expect(details).toMatchObject({ currency: 'eur', note: null });
  });
});
