import { roundMoney } from '#libs/business/values/money';
import { type Decimal } from '#libs/kernel/decimal';
import { requireAmount, zero } from './amount';
import { type BillLine } from './bill-line';
import { type Charge } from './charge';
import { isPaidInCredits, tariffOf } from './charge-tariff';
import { lineTypeOf, paymentTimeOf } from './line-type';
import { isProrated } from './proration';
import { quantityAbove, requireQuantity } from './quantity';
import { type Share, shareOf } from './share';
import { blocksBegun, priceOf, type Tariff } from './tariff';

/** A charge in one period of one subscription. */
export interface ChargeUse {
  readonly charge: Charge;
  /**
   * FLAT_FEE: copies of the package, 1 of a plan. PER_UNIT and CREDIT_BASED: what was chosen.
   * USAGE_BASED: usage of the period in sold units, after the unit transformation. MINIMUM_SPEND: 1.
   */
  readonly quantity: Decimal;
  /** Usage limit or commitment, above which an overage begins; 0 for other charges. Domain: catalog R5. */
  readonly included: Decimal;
  /** A stub period bills a part of each prorated charge; null bills all. */
  readonly share: Share | null;
  /** The first bill of the version that brought the charge: the only one to show what is asked once. */
  readonly isFirstBill: boolean;
}

/** What a period's bill shows as a line of its own. Domain: catalog R3, R12. */
export const hasLine = ({ charge, isFirstBill }: ChargeUse): boolean =>
  charge.billingModel !== 'MINIMUM_SPEND' &&
  !charge.isTopUp &&
  !isPaidInCredits(charge) &&
  (charge.billingCadence === 'RECURRING' || isFirstBill);

/**
 * Prices one charge. Domain: catalog R3–R5.
 * @param digits decimals of the currency's minor unit
 * @throws InvalidQuantity, AmountTooLarge; BadUserInput for a charge without price
 */
export const chargeLine = (use: ChargeUse, digits: number): BillLine => {
  const { charge, included } = use;
  requireUseQuantity(use);
  const tariff = tariffOf(charge, charge.ref);
  const { quantity, steps, amount: whole } = priceOf(tariff, quantityAbove(included, use.quantity));
  const share = isProrated(charge) ? use.share : null;
  const exactAmount = shareOf(whole, share);
  const amount = roundMoney(exactAmount, digits);
  requireAmount(amount, `the amount of ${charge.ref}`);
  return {
    type: lineTypeOf(charge, amount),
    charge,
    paymentTime: paymentTimeOf(charge),
    quantity,
    included,
    unitPrice: unitPriceOf(tariff, quantity),
    steps,
    share,
    exactAmount,
    amount,
  };
};

/** Quantity and unit price multiply out to the line, so blocks that hold more than one have none. */
const unitPriceOf = (tariff: Tariff, quantity: Decimal): Decimal | null => {
  if (tariff.kind === 'PER_UNIT') return tariff.price;
  if (tariff.kind !== 'PER_BLOCK') return null;
  return blocksBegun(quantity, tariff.blockSize).equals(quantity) ? tariff.price : null;
};

const requireUseQuantity = ({ charge, quantity }: ChargeUse): void => {
  const isCounted = charge.isOverage || charge.billingModel === 'USAGE_BASED';
  if (!isCounted) return requireQuantity(quantity, charge, `the quantity of ${charge.ref}`);
  // Usage is our own count, never a caller's number.
  if (quantity.lessThan(zero)) throw new Error(`usage of ${charge.ref} is ${quantity.toFixed()}`);
};
