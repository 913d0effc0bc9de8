import {
  chargeOf,
  dec,
  flatFee,
  perUnit,
  refusalOf,
  tier,
  usageBased,
  useOf,
} from '../../../test/support/price-builders';
import { changeBill, type ChangeTerms } from './change-bill';
import { shareLeft } from './share';

// Domain: customers-subscriptions

const april = { start: new Date('2026-04-01'), end: new Date('2026-05-01') };
/** 20 of 30 days. */
const share = shareLeft(april, new Date('2026-04-11'));
const bill = (terms: Partial<ChangeTerms>) =>
  changeBill({ currency: 'usd', credits: [], debits: [], ...terms });
const amounts = ({ lines }: ReturnType<typeof bill>) => lines.map(({ amount }) => amount.toFixed(2));

describe('R1: the bill of a change', () => {
  it('R2: 49 to 99 with 20 of 30 days left: −32.67 + 66.00 = 33.33', () => {
    const told = bill({
      credits: [useOf(flatFee(49), 1, { share })],
      debits: [useOf(flatFee(99), 1, { share })],
    });
    expect(amounts(told)).toEqual(['-32.67', '66.00']);
    expect(told.total.toFixed(2)).toBe('33.33');
  });

  it('R2: three seats more at 10: 20.00', () => {
    const told = bill({
      credits: [useOf(perUnit('seats', 10), 5, { share })],
      debits: [useOf(perUnit('seats', 10), 8, { share })],
    });
    expect(amounts(told)).toEqual(['-33.33', '53.33']);
    expect(told.subTotal.toFixed(2)).toBe('20.00');
  });

  it('R2: 30 to 40 with half of a short February left: −15.00 + 20.00 = 5.00', () => {
    const half = shareLeft(
      { start: new Date('2026-01-31T10:15:00Z'), end: new Date('2026-02-28T10:15:00Z') },
      new Date('2026-02-14T10:15:00Z'),
    );
    const told = bill({
      credits: [useOf(flatFee(30), 1, { share: half })],
      debits: [useOf(flatFee(40), 1, { share: half })],
    });
    expect(amounts(told)).toEqual(['-15.00', '20.00']);
  });

  it('X3: 99 with 12 of 31 days left gives 38.32 back', () => {
    const may = { start: new Date('2026-05-01'), end: new Date('2026-06-01') };
    const left = shareLeft(may, new Date('2026-05-20'));
    expect(amounts(bill({ credits: [useOf(flatFee(99), 1, { share: left })] }))).toEqual(['-38.32']);
  });

  it('Q1: one seat at 10 on 22 April costs 3.00', () => {
    const left = shareLeft(april, new Date('2026-04-22'));
    const seats = (quantity: number) => useOf(perUnit('seats', 10), quantity, { share: left });
    expect(bill({ credits: [seats(8)], debits: [seats(9)] }).subTotal.toFixed(2)).toBe('3.00');
  });

  it.each([
    [0, 1, '-1', '1'],
    [2, '0.01', '-0.01', '0.01'],
    [3, '0.001', '-0.001', '0.001'],
  ])('rounds half away from zero on both sides, in %i digits', (digits, price, credit, debit) => {
    const half = { part: dec(1), whole: dec(2) };
    const use = useOf(flatFee(price), 1, { share: half });
    const [back, due] = [bill({ digits, credits: [use] }), bill({ digits, debits: [use] })];
    expect([back.total.toString(), due.total.toString()]).toEqual([credit, debit]);
  });

  it('never tells a negative zero', () => {
    const free = bill({ credits: [useOf(flatFee(0), 1, { share })] });
    expect(Object.is(free.lines[0]?.amount.toNumber(), 0)).toBe(true);
  });

  it('what costs the same on both sides has no line, in another part of a period it has', () => {
    const seats = useOf(perUnit('seats', 10), 5, { share });
    const told = bill({
      credits: [useOf(flatFee(19), 1, { share }), seats],
      debits: [useOf(flatFee(49), 1, { share }), seats],
    });
    expect(amounts(told)).toEqual(['-12.67', '32.67']);
    expect(amounts(bill({ credits: [seats], debits: [{ ...seats, share: null }] }))).toEqual([
      '-33.33',
      '50.00',
    ]);
  });

  it('the flat price of a tier is prorated, and what comes back is the exact negative', () => {
    const tiers = [tier(100, { flat: 20 }), tier(null, { unit: '0.1' })];
    const tiered = perUnit('seats', 0, { price: null, tiersMode: 'GRADUATED', tiers });
    const use = useOf(tiered, 150, { share });
    const [credit] = bill({ credits: [use] }).lines;
    const [debit] = bill({ debits: [use] }).lines;
    expect(debit?.amount.toFixed(2)).toBe('16.67');
    expect(credit?.amount.plus(debit?.amount ?? 0).isZero()).toBe(true);
    expect(credit?.steps.map(({ amount }) => amount.toFixed())).toEqual(['-20', '-5']);
  });

  it('usage, overage and a minimum spend are no part of it; what is asked once is due whole and never comes back', () => {
    const once = useOf(flatFee(100, { billingCadence: 'ONE_OFF', ref: 'setup' }), 1, {
      share,
      isFirstBill: true,
    });
    const later = [
      useOf(usageBased('calls', 1), 7),
      useOf(usageBased('storage', 1, { isOverage: true }), 7),
      useOf(chargeOf({ billingModel: 'MINIMUM_SPEND', price: dec(500) })),
    ];
    expect(amounts(bill({ debits: [once, ...later] }))).toEqual(['100.00']);
    expect(amounts(bill({ credits: [once, ...later] }))).toEqual([]);
    expect(amounts(bill({ debits: [{ ...once, isFirstBill: false }] }))).toEqual([]);
  });

  it('N5: a discount applies to the net, also where that comes back', () => {
    const change = {
      credits: [useOf(flatFee(49), 1, { share })],
      debits: [useOf(flatFee(99), 1, { share })],
    };
    const told = bill({ ...change, discount: { percentOff: dec(10) }, taxPercent: dec(20) });
    expect([told.subTotal, told.discount, told.tax, told.total].map((each) => each.toFixed(2))).toEqual([
      '33.33',
      '3.33',
      '6.00',
      '36.00',
    ]);
    const back = bill({ credits: change.debits, debits: change.credits, discount: { percentOff: dec(10) } });
    expect([back.discount.toFixed(2), back.total.toFixed(2)]).toEqual(['-3.33', '-30.00']);
  });

  it('catalog R9: refuses what is priced in another currency', () => {
    expect(refusalOf(() => bill({ debits: [useOf(flatFee(1, { currency: 'eur' }))] }))).toMatch(
      /^BadUserInput: .*eur/,
    );
  });
});

/** Each is named by its id in the worked examples of the interface, with its own figures. */
describe('R1: worked examples of proration', () => {
  const march = shareLeft(
    { start: new Date('2024-03-01'), end: new Date('2024-04-01') },
    new Date('2024-03-15'),
  );
  const may = shareLeft(
    { start: new Date('2012-05-01'), end: new Date('2012-06-01') },
    new Date('2012-05-02'),
  );
  const half = { part: dec(1), whole: dec(2) };
  const flat = (price: number, of: typeof half) => [useOf(flatFee(price), 1, { share: of })];
  const seats = (price: number, count: number) => [useOf(perUnit('seats', price), count, { share: march })];

  it.each([
    ['proration.upgrade/1', flat(20, half), flat(50, half), ['-10.00', '25.00'], '15.00'],
    ['proration.upgrade/2', flat(10, half), flat(20, half), ['-5.00', '10.00'], '5.00'],
    ['proration.downgrade/1', seats(50, 2), seats(30, 1), ['-54.84', '16.45'], '-38.39'],
    ['proration.quantity/1', seats(10, 5), seats(10, 10), ['-27.42', '54.84'], '27.42'],
    // No line is adjusted here: what comes back is that of the terms, whatever a credit note has taken back.
    ['proration.after_adjustment/1', flat(249.95, may), flat(9.95, may), ['-241.89', '9.63'], '-232.26'],
  ])('%s', (_, credits, debits, lines, net) => {
    const told = bill({ credits, debits });
    expect([amounts(told), told.total.toFixed(2)]).toEqual([lines, net]);
  });
});
