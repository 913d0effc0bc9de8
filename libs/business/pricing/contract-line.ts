import { roundMoney } from '#libs/business/values/money';
import { type Decimal } from '#libs/kernel/decimal';
import { requireAmount, sum, zero } from './amount';
import { type ContractModel } from './contract-model';
import { type ContractRow } from './contract-rows';
import { percentOf } from './discount';
import { type PricedQuantity, type PriceStep } from './price-step';
import { type Share, shareOf } from './share';
import { priceOf, type Tariff } from './tariff';
import { lineTotals, type Totals } from './totals';

/** What a line of a contract costs in each of its cycles. Its rows are those that `readContractRows` gave. */
export interface ContractPrice {
  readonly model: ContractModel;
  readonly rows: readonly ContractRow[];
  /** 0–100. */
  readonly discountPercent: Decimal;
  /** 0–100, exclusive. */
  readonly taxPercent: Decimal;
}

/** One cycle of a line with all that its amounts follow from. */
export interface ContractLine extends Totals {
  /** What was priced: agreed on, or used. */
  readonly quantity: Decimal;
  /** Of one unit or package, where the line has one price; null with several rows. */
  readonly unitPrice: Decimal | null;
  readonly steps: readonly PriceStep[];
  /** The part of the cycle that is billed; null is all of it. */
  readonly share: Share | null;
  /** Σ of the steps × share, in full. */
  readonly exactAmount: Decimal;
}

interface Occasion {
  /** Of a short cycle. What was used is not lent by time and is billed in full. */
  readonly share: Share | null;
  /** What was used in the cycle; 0 before anybody can know. A line that is agreed on takes none. */
  readonly usage: Decimal;
}

/**
 * Prices one cycle of a line: the line, its discount and its tax are rounded, in this order, and nothing else is.
 * @param digits decimals of the currency's minor unit
 * @param field names the line in a refusal
 * @throws AmountTooLarge. Domain: contracts-billing M4, I5
 */
export const contractLine = (
  price: ContractPrice,
  occasion: Occasion,
  digits: number,
  field: string,
): ContractLine => {
  const { model, rows, discountPercent, taxPercent } = price;
  const parts = priced(model, rows, occasion.usage);
  const share = model.isPayAsYouGo ? null : occasion.share;
  const exactAmount = shareOf(sum(parts.map(({ amount }) => amount)), share);
  const amount = roundMoney(exactAmount, digits);
  requireAmount(amount, field);
  const totals = lineTotals(amount, percentOf(amount, discountPercent, digits), taxPercent, digits);
  requireAmount(totals.total, `${field} with tax`);
  return {
    quantity: sum(parts.map(({ quantity }) => quantity)),
    unitPrice: unitPriceOf(rows),
    steps: parts.flatMap(({ steps }) => steps),
    share,
    exactAmount,
    ...totals,
  };
};

const unitPriceOf = (rows: readonly ContractRow[]): Decimal | null => {
  const [row, second] = rows;
  return row && !second ? row.price : null;
};

/** Rows of a flat rate and of packages stand beside each other; tiers are one price together. */
const priced = (model: ContractModel, rows: readonly ContractRow[], usage: Decimal): PricedQuantity[] => {
  const quantityOf = (row: ContractRow): Decimal => (model.isPayAsYouGo ? usage : (row.quantity ?? zero));
  if (model.formula === 'FLAT_RATE' || model.formula === 'PACKAGE') {
    return rows.map((row) => priceOf(ownTariff(row), quantityOf(row)));
  }
  return rows.slice(0, 1).map((row) => priceOf(tierTariff(model.formula, rows), quantityOf(row)));
};

const ownTariff = ({ price, packageSize }: ContractRow): Tariff =>
  packageSize === null
    ? { kind: 'PER_UNIT', price: price ?? zero }
    : { kind: 'PER_BLOCK', price: price ?? zero, blockSize: packageSize };

const tierTariff = (formula: ContractModel['formula'], rows: readonly ContractRow[]): Tariff => {
  // The price of a stair is asked once, those of the other tiers per unit.
  const isStair = formula === 'STAIRSTEP';
  const tiers = rows.map(({ price, to }) => ({
    upTo: to,
    unitPrice: isStair ? null : price,
    flatPrice: isStair ? price : null,
  }));
  if (isStair) return { kind: 'STAIRSTEP', tiers };
  return { kind: formula === 'TIERED' ? 'GRADUATED' : 'VOLUME', tiers };
};

/** The sum of cycles that all cost the same. Nothing rounds: each is in minor units already. Domain: contracts-billing M4. */
export const timesOver = (times: Decimal, { subTotal, discount, tax, total }: Totals): Totals => ({
  subTotal: subTotal.times(times),
  discount: discount.times(times),
  tax: tax.times(times),
  total: total.times(times),
});
