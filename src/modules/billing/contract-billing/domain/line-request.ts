import { Decimal, parseDecimal } from '#libs/kernel/decimal';
import { badInput } from '#libs/kernel/errors/domain-error';
import type { PaymentTime } from '#libs/business/pricing/bill-line';
import { priceScale } from '#libs/business/pricing/amount';
import {
  contractModelOf,
  defaultModelId,
  type ContractModel,
  type RowInput,
} from '#libs/business/pricing/contract-model';
import { readContractRows, type ContractRow } from '#libs/business/pricing/contract-rows';
import type { CycleUnit } from './cycles';
import { storedRow, type StoredRow } from './stored-row';

/** A row as callers write it; a null is an absent number. */
export type RowRequest = { [K in RowInput]?: number | null };

/** A line as callers write it. Domain: contracts-billing I1 */
export interface LineRequest {
  name: string;
  externalId?: string | null;
  itemName?: string | null;
  pricingModelId?: string | null;
  rows?: RowRequest[];
  billingCycleUnit?: CycleUnit;
  billingCycleCount?: number;
  paymentTime?: PaymentTime;
  discount?: number | null;
  tax?: number | null;
  netTerms?: number | null;
  separateInvoice?: boolean;
}

/** What a request says of a line, with the defaults of what it leaves out. */
export interface LineTerms {
  name: string;
  externalId: string | null;
  pricingModelId: string;
  rows: StoredRow[];
  cycleUnit: CycleUnit;
  cycleCount: number;
  paymentTime: PaymentTime;
  discount: string;
  tax: string;
  netTerms: number | null;
  separateInvoice: boolean;
}

/**
 * @param field path of the line, such as `lineItems[0]`
 * @throws BadUserInput, AmountTooLarge naming the field. Domain: contracts-billing I1, I4–I7
 */
export function lineTermsOf(asked: LineRequest, field: string): LineTerms {
  const model = contractModelOf(asked.pricingModelId ?? defaultModelId, `${field}.pricingModelId`);
  const { name, externalId = null, billingCycleUnit = 'monthly', billingCycleCount = 1 } = asked;
  const { netTerms = null, separateInvoice = false } = asked;
  requireWords(name, `${field}.name`);
  requireWords(asked.itemName, `${field}.itemName`);
  return {
    ...{ name, externalId, pricingModelId: model.id },
    rows: rowsOf(model, asked.rows ?? [], `${field}.rows`),
    cycleUnit: billingCycleUnit,
    cycleCount: billingCycleUnit === 'one_time' ? 1 : billingCycleCount,
    paymentTime: paymentTimeOf(model, asked.paymentTime, field),
    discount: percentOf(asked.discount, `${field}.discount`),
    tax: percentOf(asked.tax, `${field}.tax`),
    ...{ netTerms, separateInvoice },
  };
}

/** It stands on the invoice. */
function requireWords(text: string | null | undefined, field: string): void {
  if (typeof text === 'string' && text.trim() === '')
    throw badInput(`${field} is blank; say what is sold, as the invoice shall print it`);
}

/** @throws BadUserInput, AmountTooLarge naming the field */
export const rowsOf = (model: ContractModel, rows: readonly RowRequest[], field: string): StoredRow[] => {
  const read = rows.map((row, index) => readRow(row, `${field}[${index}]`));
  return readContractRows(model, read, field).map(storedRow);
};

function readRow(row: RowRequest, at: string): ContractRow {
  const number = (input: RowInput): Decimal | null => {
    const value = row[input];
    return value === null || value === undefined ? null : parseDecimal(value, `${at}.${input}`);
  };
  const [quantity, price, from, to] = [number('quantity'), number('price'), number('from'), number('to')];
  return { quantity, price, from, to, packageSize: number('packageSize') };
}

/** What was used is known when its cycle is over. Domain: contracts-billing I6 */
function paymentTimeOf(model: ContractModel, asked: PaymentTime | undefined, field: string): PaymentTime {
  if (!model.isPayAsYouGo) return asked ?? 'IN_ADVANCE';
  if (asked !== 'IN_ADVANCE') return 'IN_ARREARS';
  throw badInput(`${field}.paymentTime: pay as you go is billed IN_ARREARS; leave it out`);
}

const hundred = new Decimal(100);

function percentOf(asked: number | null | undefined, field: string): string {
  const percent = parseDecimal(asked ?? 0, field);
  if (percent.isNegative() || percent.greaterThan(hundred))
    throw badInput(`${field} must be 0 to 100 percent`);
  if (percent.decimalPlaces() > priceScale) throw badInput(`${field} has more than 12 decimals`);
  return percent.toFixed();
}
