import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dec, flatFee, perUnit, tier, usageBased, useOf } from '../../../test/support/price-builders';
import { explainBill } from './explanation';
import { periodBill } from './period-bill';

const tiers = [tier(100, { flat: 20 }), tier(500, { unit: '0.10' }), tier(null, { flat: 1, unit: '0.06' })];
const calls = usageBased('calls', 0, { price: null, tiersMode: 'GRADUATED', tiers });
const storage = usageBased('storage', 2, { ref: 'storage overage', isOverage: true, blockSize: dec(100) });

it('explains each amount of a bill, line by line', () => {
  const bill = periodBill({
    currency: 'usd',
    uses: [
      useOf(flatFee(49)),
      useOf(perUnit('seats', 10), 3, { share: { part: dec(20), whole: dec(30) } }),
      useOf(calls, 750),
      useOf(storage, 800, { included: dec(500) }),
    ],
    minimumSpend: { amount: dec(200), currency: 'usd', share: null },
    discount: { percentOff: dec(20) },
    taxPercent: dec(10),
  });
  expect(explainBill(bill)).toEqual([
    'base (BaseCharge): 1 × 49 = 49.00 − discount 9.80 + tax 3.92',
    'seats (InAdvanceCommitmentCharge): (3 × 10) × 20/30 = 20.00 − discount 4.00 + tax 1.60',
    'calls (TierCharge): 20 + 400 × 0.1 + 250 × 0.06 + 1 = 76.00 − discount 15.20 + tax 6.08',
    'up to the minimum spend (MinimumSpendAdjustmentCharge): 1 × 55 = 55.00 − discount 11.00 + tax 4.40',
    'storage overage (OverageCharge): 300 above 500 included: 3 × 2 = 6.00 − discount 1.20 + tax 0.48',
    'base 145.00, minimum spend 200: 200.00, overages 6.00',
    'subtotal 206.00 − discount 41.20 + tax 16.48 = 181.28 usd',
  ]);
});

it('says the bill of the README', () => {
  const bill = periodBill({
    currency: 'usd',
    uses: [
      useOf(flatFee(49)),
      useOf(perUnit('seats', 10), 3),
      useOf(usageBased('calls', '0.01'), 500),
      useOf({ ...storage, ref: 'storage' }, 800, { included: dec(500) }),
    ],
    minimumSpend: { amount: dec(100), currency: 'usd', share: null },
    discount: { percentOff: dec(20) },
    taxPercent: dec(10),
  });
  const readme = readFileSync(join(__dirname, 'README.md'), 'utf8');
  expect(readme).toContain(`\n${explainBill(bill).join('\n')}\n`);
});

it('says of nothing used that it costs nothing', () => {
  expect(
    explainBill(
      periodBill({ currency: 'jpy', uses: [useOf(usageBased('calls', 1, { currency: 'jpy' }), 0)] }),
    ),
  ).toEqual([
    'calls (PayAsYouGoCharge): 0 = 0',
    'base 0: 0, overages 0',
    'subtotal 0 − discount 0 + tax 0 = 0 jpy',
  ]);
});

it('tells the way to a prorated minimum spend to 12 decimals', () => {
  const share = { part: dec(1), whole: dec(3) };
  const bill = periodBill({
    currency: 'usd',
    uses: [],
    minimumSpend: { amount: dec(100), currency: 'usd', share },
  });
  expect(explainBill(bill)[0]).toBe(
    'up to the minimum spend (MinimumSpendAdjustmentCharge): 1 × 33.333333333333 = 33.33',
  );
  expect(explainBill(bill)[1]).toBe('base 0.00, minimum spend 100 × 1/3: 33.33, overages 0.00');
});
