import type { ContractRow } from '#libs/business/pricing/contract-rows';
import { Decimal } from '#libs/kernel/decimal';

/** A row as it is kept: exact decimal text. */
export type StoredRow = Record<keyof ContractRow, string | null>;

const textOf = (value: Decimal | null): string | null => value && value.toFixed();
const numberOf = (text: string | null): Decimal | null => (text === null ? null : new Decimal(text));

export const storedRow = ({ quantity, price, from, to, packageSize }: ContractRow): StoredRow => ({
  quantity: textOf(quantity),
  price: textOf(price),
  from: textOf(from),
  to: textOf(to),
  packageSize: textOf(packageSize),
});

export const contractRow = ({ quantity, price, from, to, packageSize }: StoredRow): ContractRow => ({
  quantity: numberOf(quantity),
  price: numberOf(price),
  from: numberOf(from),
  to: numberOf(to),
  packageSize: numberOf(packageSize),
});
