import { dec, flatFee, perUnit, refusalOf, usageBased, useOf } from '../../../test/support/price-builders';
import type { MinimumSpend } from './minimum-spend';
import { type BillTerms, periodBill } from './period-bill';

// Domain: catalog

const minimum = (amount: string, terms: Partial<MinimumSpend> = {}): MinimumSpend => ({
  amount: dec(amount),
  currency: 'usd',
  share: null,
  ...terms,
});
/** Flat 49 + 3 seats × 10 + usage 5.00 = 84.00. */
const basic = [useOf(flatFee(49)), useOf(perUnit('seats', 10), 3), useOf(usageBased('calls', '0.01'), 500)];
const overage = useOf(usageBased('storage', 2, { isOverage: true, ref: 'storage overage' }), 15, {
  included: dec(5),
});
const bill = (terms: Partial<BillTerms>) => periodBill({ currency: 'usd', uses: basic, ...terms });
const typesOf = ({ lines }: ReturnType<typeof bill>) => lines.map(({ type }) => type);

describe('R8: the bill of a period', () => {
  it('49 + 3 × 10 + 5.00 = 84 is lifted to 100 by a line of 16.00, an overage of 20.00 comes on top: 120.00', () => {
    const told = bill({ uses: [...basic, overage], minimumSpend: minimum('100') });
    expect(told).toMatchObject({
      base: dec(84),
      floored: dec(100),
      overages: dec(20),
      subTotal: dec(120),
      total: dec(120),
    });
    expect(told.lines.map(({ type, amount }) => [type, amount.toFixed(2)])).toEqual([
      ['BaseCharge', '49.00'],
      ['InAdvanceCommitmentCharge', '30.00'],
      ['PayAsYouGoCharge', '5.00'],
      ['MinimumSpendAdjustmentCharge', '16.00'],
      ['OverageCharge', '20.00'],
    ]);
  });

  it('has no adjustment where the minimum is reached', () => {
    expect(typesOf(bill({ minimumSpend: minimum('84') }))).not.toContain('MinimumSpendAdjustmentCharge');
    expect(bill({ minimumSpend: minimum('10') }).subTotal.toFixed(2)).toBe('84.00');
  });

  it('overage does not count towards the minimum', () => {
    expect(bill({ uses: [overage], minimumSpend: minimum('100') }).subTotal.toFixed(2)).toBe('120.00');
  });

  it('takes the minimum from the MINIMUM_SPEND charge of the plan', () => {
    const floors = ['90', '100'].map((price) => useOf(flatFee(price, { billingModel: 'MINIMUM_SPEND' })));
    expect(bill({ uses: [...basic, ...floors] }).floored.toFixed(2)).toBe('100.00');
  });

  it('customers-subscriptions O2: the minimum of the subscription takes its place, lower ones too', () => {
    const uses = [...basic, useOf(flatFee(100, { billingModel: 'MINIMUM_SPEND' }))];
    expect(bill({ uses, minimumSpend: minimum('90') }).floored.toFixed(2)).toBe('90.00');
  });

  it('customers-subscriptions O2: the minimum is prorated on a stub period', () => {
    const share = { part: dec(1), whole: dec(3) };
    expect(bill({ uses: [], minimumSpend: minimum('100', { share }) }).subTotal.toFixed(2)).toBe('33.33');
    const uses = [useOf(flatFee(100, { billingModel: 'MINIMUM_SPEND' }), 1, { share })];
    expect(bill({ uses }).subTotal.toFixed(2)).toBe('33.33');
  });

  it('R3: shows what is asked once on the first bill only', () => {
    const setUp = flatFee(500, { ref: 'set-up', billingCadence: 'ONE_OFF' });
    expect(bill({ uses: [useOf(setUp, 1, { isFirstBill: true })] }).total.toFixed(2)).toBe('500.00');
    expect(bill({ uses: [useOf(setUp)] })).toMatchObject({ lines: [], total: dec(0) });
  });

  it('rounds each line and then adds: 3 × 0.005 is 0.03', () => {
    const uses = ['a', 'b', 'c'].map((feature) => useOf(usageBased(feature, '0.005')));
    expect(bill({ uses }).total.toFixed(2)).toBe('0.03');
  });

  it.each([
    ['jpy', undefined, '84'],
    ['usd', undefined, '83.70'],
    ['usd', 3, '83.704'],
  ] as const)(
    'contracts-billing R3 of money: bills %s to its minor unit, or to %s digits',
    (currency, digits, total) => {
      const uses = [useOf(usageBased('calls', '83.7044', { currency }))];
      expect(periodBill({ currency, uses, digits }).total.toString()).toBe(dec(total).toString());
    },
  );

  it('customers-subscriptions Q1: Basic 19 and 9 seats at 10 are 109.00', () => {
    const uses = [useOf(flatFee(19)), useOf(perUnit('seats', 10), 9)];
    expect(bill({ uses }).total.toFixed(2)).toBe('109.00');
  });
});

describe('discount and tax of a bill', () => {
  it('customers-subscriptions N5: 84.00 − 20 % = 67.20, shared out to the lines', () => {
    const told = bill({ discount: { percentOff: dec(20) } });
    expect(told).toMatchObject({ discount: dec('16.8'), total: dec('67.2') });
    expect(told.lines.map(({ discount }) => discount.toFixed(2))).toEqual(['9.80', '6.00', '1.00']);
  });

  it('customers-subscriptions N5: the percentage counts adjustment and overage', () => {
    const terms = { uses: [...basic, overage], minimumSpend: minimum('100') };
    expect(bill({ ...terms, discount: { percentOff: dec(20) } }).total.toFixed(2)).toBe('96.00');
  });

  it('R8: tax comes after the discount, line by line', () => {
    const told = bill({ discount: { percentOff: dec(20) }, taxPercent: dec(19) });
    expect(told.lines.map(({ tax }) => tax.toFixed(2))).toEqual(['7.45', '4.56', '0.76']);
    expect(told).toMatchObject({ tax: dec('12.77'), total: dec('79.97') });
  });
});

describe('what a bill tells beside its amounts', () => {
  it('the parameters that it was computed from, so that it can be computed again', () => {
    const told = bill({ uses: [...basic, overage], taxPercent: dec(19) });
    expect(told.parameters).toMatchObject({ currency: 'usd', digits: 2, taxPercent: dec(19) });
    expect(periodBill(told.parameters)).toEqual(told);
  });
});

it('R12: a bill shows nothing of usage that is paid in credits', () => {
  const creditRate = { currencyUid: 'tokens-uid', currencyId: 'tokens', amount: dec(1), costFormula: null };
  const rated = usageBased('ai', 0, { price: null, currency: null, creditRate });
  expect(bill({ uses: [...basic, useOf(rated, 1000)] })).toMatchObject({
    total: dec(84),
    lines: { length: 3 },
  });
});

describe('what cannot be billed', () => {
  it('R9: charges in two currencies', () => {
    const uses = [useOf(flatFee(49)), useOf(perUnit('seats', 10, { currency: 'eur' }))];
    expect(refusalOf(() => bill({ uses }))).toBe(
      'BadUserInput: the price of seats is in eur; send it in usd like the bill',
    );
    expect(refusalOf(() => bill({ minimumSpend: minimum('1', { currency: 'eur' }) }))).toBe(
      'BadUserInput: minimumSpend is in eur; send it in usd like the bill',
    );
  });

  it('R9: more than 999,999,999.99 in all', () => {
    const uses = ['a', 'b'].map((feature) => useOf(usageBased(feature, '500000000')));
    expect(refusalOf(() => bill({ uses }))).toMatch(/^AmountTooLarge: the bill is above/);
    const taxed = { uses: [useOf(flatFee('999999999'))], taxPercent: dec(1) };
    expect(refusalOf(() => bill(taxed))).toMatch(/^AmountTooLarge: the bill with tax is above/);
  });
});
