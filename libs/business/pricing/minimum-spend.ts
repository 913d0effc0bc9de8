import { type CurrencyCode } from '#libs/business/values/currency';
import { roundMoney } from '#libs/business/values/money';
import { Decimal } from '#libs/kernel/decimal';
import { zero } from './amount';
import { type BillLine } from './bill-line';
import { type ChargeUse } from './charge-line';
import { stepOf } from './price-step';
import { type Share, shareOf } from './share';

/** Floor of a period's bill. Domain: catalog R8; customers-subscriptions O2. */
export interface MinimumSpend {
  readonly amount: Decimal;
  readonly currency: CurrencyCode;
  readonly share: Share | null;
}

/** The plan's own floor: the highest of its MINIMUM_SPEND charges, for each of them must hold. */
export const minimumSpendOf = (uses: readonly ChargeUse[]): MinimumSpend | null => {
  const floors = uses.flatMap(({ charge, share }) =>
    charge.billingModel === 'MINIMUM_SPEND' && charge.price !== null && charge.currency !== null
      ? [{ amount: charge.price, currency: charge.currency, share }]
      : [],
  );
  return floors.reduce<MinimumSpend | null>(
    (highest, floor) => (highest === null || floorAbove(floor, highest) ? floor : highest),
    null,
  );
};

const floorAbove = (a: MinimumSpend, b: MinimumSpend): boolean =>
  shareOf(a.amount, a.share).greaterThan(shareOf(b.amount, b.share));

/** The line that lifts `base` to the minimum, or null where it is reached. Domain: catalog R8. */
export const adjustmentLine = (
  base: Decimal,
  minimum: MinimumSpend | null,
  digits: number,
): BillLine | null => {
  if (minimum === null) return null;
  const exactAmount = shareOf(minimum.amount, minimum.share).minus(base);
  const amount = roundMoney(exactAmount, digits);
  if (amount.lessThanOrEqualTo(zero)) return null;
  const quantity = new Decimal(1);
  return {
    type: 'MinimumSpendAdjustmentCharge',
    charge: null,
    paymentTime: 'IN_ARREARS',
    quantity,
    included: zero,
    unitPrice: exactAmount,
    steps: [stepOf({ quantity, unitPrice: exactAmount })],
    // The minimum itself was shared out, not its distance to the base.
    share: null,
    exactAmount,
    amount,
  };
};
