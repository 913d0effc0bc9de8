import { roundMoney } from '#libs/business/values/money';
import { dec, tier } from '../../../test/support/price-builders';
import { graduated, volume } from './tiers';

// Domain: catalog

// The table of catalog R4.
const tiers = [tier(100, { flat: 20 }), tier(500, { unit: '0.10' }), tier(null, { unit: '0.06' })];

const stepsOf = ({ steps }: ReturnType<typeof graduated>): string[] =>
  steps.map(
    ({ from, upTo, quantity, unitPrice, flatPrice, amount }) =>
      `${from}-${upTo ?? ''}: ${quantity} × ${unitPrice} + ${flatPrice} = ${amount}`,
  );

describe('R4: the worked table, to the cent', () => {
  it.each([
    [0, '0.00', '0.00'],
    [100, '20.00', '20.00'],
    [101, '20.10', '10.10'],
    [500, '60.00', '50.00'],
    [501, '60.06', '30.06'],
    [750, '75.00', '45.00'],
    [2000, '150.00', '120.00'],
  ])('%i units: GRADUATED %s, VOLUME %s', (units, inTiers, atOnce) => {
    expect(roundMoney(graduated(tiers, dec(units)).amount, 2).toFixed(2)).toBe(inTiers);
    expect(roundMoney(volume(tiers, dec(units)).amount, 2).toFixed(2)).toBe(atOnce);
  });
});

describe('R4: GRADUATED', () => {
  it('explains each tier that holds units', () => {
    expect(stepsOf(graduated(tiers, dec(750)))).toEqual([
      '0-100: 100 × 0 + 20 = 20',
      '100-500: 400 × 0.1 + 0 = 40',
      '500-: 250 × 0.06 + 0 = 15',
    ]);
  });

  it('charges the flat price of a tier once, and only when something lies in it', () => {
    const steep = [tier(10, { flat: 5, unit: 1 }), tier(null, { flat: 7, unit: 2 })];
    expect(graduated(steep, dec(0)).amount.toString()).toBe('0');
    expect(graduated(steep, dec(10)).amount.toString()).toBe('15');
    expect(graduated(steep, dec(11)).amount.toString()).toBe('24');
    expect(graduated(steep, dec(12)).amount.toString()).toBe('26');
  });

  it('prices parts of a unit, so what begins a tier owes its flat price', () => {
    const steep = [tier(10, { unit: 1 }), tier(null, { flat: 7, unit: 2 })];
    expect(graduated(steep, dec('10.5')).amount.toString()).toBe('18');
  });
});

describe('R4: VOLUME', () => {
  it('explains the one tier that holds the whole quantity', () => {
    expect(stepsOf(volume(tiers, dec(501)))).toEqual(['500-: 501 × 0.06 + 0 = 30.06']);
  });

  it('costs nothing for nothing, even where the first tier has a flat price', () => {
    expect(volume(tiers, dec(0))).toEqual({ quantity: dec(0), amount: dec(0), steps: [] });
  });
});
