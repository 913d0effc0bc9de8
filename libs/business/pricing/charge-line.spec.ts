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
import type { Charge } from './charge';
import { chargeLine, type ChargeUse, hasLine } from './charge-line';

// Domain: catalog

const amountOf = (use: ChargeUse, digits = 2): string => chargeLine(use, digits).amount.toFixed(digits);
const credits = (terms: Partial<Charge> = {}): Charge =>
  chargeOf({ billingModel: 'CREDIT_BASED', customCurrencyId: 'tokens', price: dec(9), ...terms });

describe('R3: the amount of each model', () => {
  it.each<[string, ChargeUse, string]>([
    ['FLAT_FEE: the price', useOf(flatFee('49.90')), '49.90'],
    ['FLAT_FEE of an addon: the price of each copy', useOf(flatFee(5, { addonId: 'sms' }), 3), '15.00'],
    ['PER_UNIT: price × units', useOf(perUnit('seats', '9.99'), 3), '29.97'],
    ['PER_UNIT: 0 units', useOf(perUnit('seats', 10), 0), '0.00'],
    ['USAGE_BASED: price × usage', useOf(usageBased('calls', '0.0004'), 12_500), '5.00'],
    ['USAGE_BASED: parts of a unit', useOf(usageBased('hours', '0.10'), '1.25'), '0.13'],
    [
      'USAGE_BASED in blocks: price × blocks begun',
      useOf(usageBased('storage', 2, { blockSize: dec(100) }), 201),
      '6.00',
    ],
    ['CREDIT_BASED: price × credits', useOf(credits(), 2), '18.00'],
    ['CREDIT_BASED in blocks', useOf(credits({ blockSize: dec(1000) }), 1001), '18.00'],
    [
      'R4 tiers of units',
      useOf(
        chargeOf({
          billingModel: 'PER_UNIT',
          featureId: 'seats',
          tiersMode: 'GRADUATED',
          tiers: [tier(10, { unit: 10 }), tier(null, { unit: 8 })],
        }),
        12,
      ),
      '116.00',
    ],
  ])('%s', (_, use, amount) => {
    expect(amountOf(use)).toBe(amount);
  });
});

describe('R5: overage', () => {
  const overage = (price: string, terms: Partial<Charge> = {}) =>
    usageBased('api-calls', price, { isOverage: true, ...terms });

  it('1,000 included, 1,300 used, 0.01 each: 3.00', () => {
    expect(amountOf(useOf(overage('0.01'), 1300, { included: dec(1000) }))).toBe('3.00');
  });

  it('500 MB included, 800 used, blocks of 100 at 2.00: 6.00', () => {
    const line = chargeLine(useOf(overage('2', { blockSize: dec(100) }), 800, { included: dec(500) }), 2);
    expect(line.amount.toFixed(2)).toBe('6.00');
    expect(line).toMatchObject({ type: 'OverageCharge', quantity: dec(300), included: dec(500) });
    expect(line.steps).toMatchObject([{ units: dec(3), unitPrice: dec(2) }]);
  });

  it('costs nothing within the limit', () => {
    expect(amountOf(useOf(overage('0.01'), 1000, { included: dec(1000) }))).toBe('0.00');
  });

  it('a commitment is paid in advance, usage above it in arrears', () => {
    const committed = chargeLine(useOf(perUnit('api-calls', '0.02'), 5000), 2);
    const above = chargeLine(useOf(overage('0.03'), 6000, { included: committed.quantity }), 2);
    expect(committed).toMatchObject({ paymentTime: 'IN_ADVANCE', amount: dec(100) });
    expect(above).toMatchObject({ paymentTime: 'IN_ARREARS', amount: dec(30) });
  });
});

describe('a line', () => {
  it('contracts-billing R2 of money: is rounded once, half away from zero, to the digits of its currency', () => {
    const use = useOf(usageBased('calls', '0.0005'), 5009);
    expect([amountOf(use, 0), amountOf(use, 2), amountOf(use, 3)]).toEqual(['3', '2.50', '2.505']);
    expect(chargeLine(use, 2).exactAmount.toString()).toBe('2.5045');
    expect(amountOf(useOf(usageBased('calls', '2.345')))).toBe('2.35');
  });

  it('tells the unit price only where one holds for all of it', () => {
    const tiers = [tier(null, { unit: 1 })];
    expect(chargeLine(useOf(perUnit('seats', 10), 2), 2).unitPrice).toEqual(dec(10));
    const tiered = chargeOf({ billingModel: 'USAGE_BASED', tiers, tiersMode: 'VOLUME' });
    expect(chargeLine(useOf(tiered, 2), 2).unitPrice).toBeNull();
    const unitPriceOf = (blockSize: number, quantity: number) =>
      chargeLine(useOf(credits({ blockSize: dec(blockSize) }), quantity), 2).unitPrice;
    expect([unitPriceOf(1000, 2500), unitPriceOf(1000, 0), unitPriceOf(1, 7)]).toEqual([
      null,
      dec(9),
      dec(9),
    ]);
  });

  it('of a stub period bills its share of what is prorated, and usage whole', () => {
    const share = { part: dec(1), whole: dec(3) };
    expect(amountOf(useOf(flatFee(100), 1, { share }))).toBe('33.33');
    expect(chargeLine(useOf(usageBased('calls', 1), 100, { share }), 2)).toMatchObject({
      amount: dec(100),
      share: null,
    });
  });

  it('R9: above 999,999,999.99 is AmountTooLarge', () => {
    const price = usageBased('calls', '999999.99');
    expect(refusalOf(() => chargeLine(useOf(price, 1001), 2))).toBe(
      'AmountTooLarge: the amount of calls is above 999,999,999.99; lower the price or the quantity',
    );
  });

  it('InvalidQuantity: chosen units are whole and in their range', () => {
    expect(refusalOf(() => chargeLine(useOf(perUnit('seats', 1), '1.5'), 2))).toBe(
      'InvalidQuantity: the quantity of seats must be a whole number from 0 to 999999',
    );
    expect(refusalOf(() => chargeLine(useOf(credits(), '1.5'), 2))).toMatch(/^InvalidQuantity/);
  });

  it('of usage below zero is a mistake of ours', () => {
    expect(() => chargeLine(useOf(usageBased('calls', 1), -1), 2)).toThrow('usage of calls is -1');
  });
});

describe('which charges have a line', () => {
  const creditRate = { currencyUid: 'tokens-uid', currencyId: 'tokens', amount: dec(2), costFormula: null };

  it.each<[string, ChargeUse, boolean]>([
    ['R3: what recurs, on every bill', useOf(flatFee(1)), true],
    [
      'R3: ONE_OFF on the first bill',
      useOf(flatFee(1, { billingCadence: 'ONE_OFF' }), 1, { isFirstBill: true }),
      true,
    ],
    ['R3: ONE_OFF on no later bill', useOf(flatFee(1, { billingCadence: 'ONE_OFF' })), false],
    ['R3: a top-up price on none', useOf(credits({ isTopUp: true }), 1, { isFirstBill: true }), false],
    ['R8: a minimum spend on none', useOf(flatFee(1, { billingModel: 'MINIMUM_SPEND' })), false],
    ['R12: usage paid in credits on none', useOf(usageBased('ai', 1, { creditRate })), false],
  ])('%s', (_, use, isShown) => {
    expect(hasLine(use)).toBe(isShown);
  });
});
