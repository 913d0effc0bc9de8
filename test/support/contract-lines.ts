import { contractModelOf } from '#libs/business/pricing/contract-model';
import { readContractRows, type ContractRow } from '#libs/business/pricing/contract-rows';
import { Decimal, type DecimalValue } from '#libs/kernel/decimal';
import type { BilledLine, BillingWindow } from '#modules/billing/contract-billing';

export type RowTerms = { [K in keyof ContractRow]?: DecimalValue | null };

const numberOf = (value: DecimalValue | null | undefined): Decimal | null =>
  value === null || value === undefined ? null : new Decimal(value);

/** `rowOf({ quantity: 25, price: 30 })` */
export const rowOf = (terms: RowTerms): ContractRow => ({
  quantity: numberOf(terms.quantity),
  price: numberOf(terms.price),
  from: numberOf(terms.from),
  to: numberOf(terms.to),
  packageSize: numberOf(terms.packageSize),
});

export const rowsOf = (modelId: string, ...rows: RowTerms[]): ContractRow[] =>
  readContractRows(contractModelOf(modelId, 'model'), rows.map(rowOf), 'rows');

export const day = (text: string): Date => new Date(`${text}T00:00:00.000Z`);

export const days = (start: string, end: string): BillingWindow => ({ start: day(start), end: day(end) });

interface LineTerms extends Partial<Omit<BilledLine, 'model' | 'rows' | 'discountPercent' | 'taxPercent'>> {
  modelId?: string;
  rows?: RowTerms[];
  discount?: DecimalValue;
  tax?: DecimalValue;
}

/** A flat rate of 10 a month in advance, at 30 days, or what `terms` make of it. */
export function lineOf({
  modelId = 'flat_rate',
  rows,
  discount = 0,
  tax = 0,
  ...terms
}: LineTerms): BilledLine {
  return {
    itemId: 'line',
    name: terms.itemId ?? 'line',
    frequency: { unit: 'monthly', count: 1 },
    paymentTime: 'IN_ADVANCE',
    netTerms: 30,
    isSeparate: false,
    window: days('2026-06-01', '2028-05-31'),
    legalEntityId: 'entity',
    paymentAccountId: 'account',
    ...terms,
    model: contractModelOf(modelId, 'model'),
    rows: rowsOf(modelId, ...(rows ?? [{ price: 10 }])),
    discountPercent: new Decimal(discount),
    taxPercent: new Decimal(tax),
  };
}

/** The worked example of contracts-billing M5. */
export const workedExample = (): BilledLine[] => [
  lineOf({ itemId: 'platform', frequency: { unit: 'yearly', count: 1 }, rows: [{ price: 12_000 }], tax: 20 }),
  lineOf({ itemId: 'seats', rows: [{ quantity: 25, price: 30 }], discount: 10, tax: 20 }),
  lineOf({ itemId: 'onboarding', frequency: { unit: 'one_time', count: 1 }, rows: [{ price: 4_000 }] }),
];
