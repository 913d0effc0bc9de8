import { type CurrencyCode, minorUnitDigits } from '#libs/business/values/currency';
import { roundMoney } from '#libs/business/values/money';
import { Decimal } from '#libs/kernel/decimal';
import { requireAmount, sum, zero } from './amount';
import { requireBillCurrency } from './bill-currency';
import { type BillLine } from './bill-line';
import { chargeLine, type ChargeUse, hasLine } from './charge-line';
import { type Discount } from './discount';
import { paymentTimeOf } from './line-type';
import { isProrated } from './proration';
import { type TotaledLine, totaledLines } from './totaled-lines';
import { sumTotals, type Totals } from './totals';

/** What ends and what begins at one instant, each with the part of its period that is left. */
export interface ChangeTerms {
  readonly currency: CurrencyCode;
  /** Decimals of the minor unit; those of the currency unless said otherwise. */
  readonly digits?: number;
  /** What was paid for in advance and ends; nothing at the first start. */
  readonly credits: readonly ChargeUse[];
  /** What runs from then on; a null share bills all of a period. */
  readonly debits: readonly ChargeUse[];
  /** What of the credits was served without being billed, exact: it comes back no more than it was paid. Domain: customers-subscriptions R3 */
  readonly unbilled?: Decimal | null;
  readonly discount?: Discount | null;
  /** What was taken off an amount when it was paid for that comes back on balance; null where nobody knows. */
  readonly takenOff?: ((amount: Decimal) => Decimal) | null;
  /** 0–100, exclusive. Domain: contracts-billing R5. */
  readonly taxPercent?: Decimal;
}

/** What a change costs at its instant; below zero where more comes back than is due. */
export interface ChangeBill extends Totals {
  /** What comes back, with negative prices, then what is due. What is the same on both sides has no line. */
  readonly lines: readonly TotaledLine[];
  /** What is due of what runs from then on, before what comes back, also of what has no line. */
  readonly begun: Decimal;
  readonly parameters: Required<ChangeTerms>;
}

/**
 * What is due in advance at the instant of a change: the unused part of each price that ends comes back, the part to come of each price
 * that begins is due. Each line is rounded by itself, so a change that is undone at the same instant costs nothing. Usage and what is
 * asked once never come back; usage, overage and the floor of a bill are billed after their period. Domain: customers-subscriptions R1, B4
 * @throws BadUserInput for charges of another currency (catalog R9), InvalidQuantity, AmountTooLarge
 */
export const changeBill = (terms: ChangeTerms): ChangeBill => {
  const parameters = completed(terms);
  const { credits, debits, digits, currency } = parameters;
  requireBillCurrency({ currency, uses: [...credits, ...debits], minimumSpend: null });
  const ending = credits.filter(({ charge }) => isProrated(charge)).filter(isDueInAdvance);
  const back = ending.map((use) => credited(chargeLine(use, digits)));
  const due = debits.filter(isDueInAdvance).map((use) => chargeLine(use, digits));
  const settled = unbilledLine(parameters.unbilled, digits);
  const lines = totaledLines([...withoutPairs(back, due), ...(settled ? [settled] : [])], parameters);
  const totals = sumTotals(lines);
  requireAmount(totals.subTotal.abs(), 'the bill');
  requireAmount(totals.total.abs(), 'the bill with tax');
  return { lines, begun: sum(due.map(({ amount }) => amount)), ...totals, parameters };
};

const completed = (terms: ChangeTerms): Required<ChangeTerms> => ({
  ...terms,
  digits: terms.digits ?? minorUnitDigits(terms.currency),
  unbilled: terms.unbilled ?? null,
  discount: terms.discount ?? null,
  takenOff: terms.takenOff ?? null,
  taxPercent: terms.taxPercent ?? zero,
});

const isDueInAdvance = (use: ChargeUse): boolean =>
  hasLine(use) && paymentTimeOf(use.charge) === 'IN_ADVANCE';

/** The exact negative of what it would cost. Domain: contracts-billing R2 */
const credited = (line: BillLine): BillLine => ({
  ...line,
  unitPrice: line.unitPrice && negative(line.unitPrice),
  steps: line.steps.map((step) => ({
    ...step,
    unitPrice: negative(step.unitPrice),
    flatPrice: negative(step.flatPrice),
    amount: negative(step.amount),
  })),
  exactAmount: negative(line.exactAmount),
  amount: negative(line.amount),
});

/** What changes without proration have left unbilled of what ends; null where that is nothing. */
function unbilledLine(exactAmount: Decimal | null, digits: number): BillLine | null {
  const amount = exactAmount && roundMoney(exactAmount, digits);
  if (!amount || amount.isZero()) return null;
  return {
    ...{ type: 'Other', charge: null, paymentTime: 'IN_ADVANCE', share: null, included: zero },
    ...{ quantity: new Decimal(1), unitPrice: amount, steps: [], exactAmount, amount },
  };
}

/** Nothing is 0, never −0. */
const negative = (amount: Decimal): Decimal => zero.minus(amount);

/** What comes back and is due again in the same amount tells a buyer nothing. */
function withoutPairs(back: readonly BillLine[], due: readonly BillLine[]): BillLine[] {
  const left = new Set(due);
  const kept = back.filter((line) => {
    const same = [...left].find((other) => isUndoneBy(line, other));
    return !same || !left.delete(same);
  });
  return [...kept, ...left];
}

const isUndoneBy = (line: BillLine, other: BillLine): boolean =>
  pricedThing(line) === pricedThing(other) &&
  line.exactAmount.negated().equals(other.exactAmount) &&
  line.quantity.equals(other.quantity);

const pricedThing = ({ charge }: BillLine): string =>
  JSON.stringify([charge?.addonId, charge?.billingModel, charge?.featureId, charge?.customCurrencyId]);
