import { Decimal } from '#libs/kernel/decimal';
import { badInput } from '#libs/kernel/errors/domain-error';
import { priceScale, requirePrice, zero } from './amount';
import { type ContractModel, type RowInput } from './contract-model';

/** One row of a line's prices; null is what it does not say. Domain: contracts-billing I4. */
export interface ContractRow {
  /** What was agreed on; tiers repeat the same on each row. */
  readonly quantity: Decimal | null;
  readonly price: Decimal | null;
  /** The tier: quantities above `from`, up to and including `to`; null is open. */
  readonly from: Decimal | null;
  readonly to: Decimal | null;
  readonly packageSize: Decimal | null;
}

/** Most units of a row. Choice: ours, as of credits; it fits `numeric(38,12)`. */
const mostUnits = new Decimal('1e15');
const one = new Decimal(1);

const isTiered = ({ formula }: ContractModel): boolean => formula !== 'FLAT_RATE' && formula !== 'PACKAGE';

/**
 * The rows as their model reads them: what it does not expose is left out, tiers say both edges. None are nothing to pay.
 * @param field path of the list, such as `lineItems[0].rows`
 * @throws BadUserInput, AmountTooLarge naming the field. Domain: contracts-billing I4–I7
 */
export const readContractRows = (
  model: ContractModel,
  rows: readonly ContractRow[],
  field: string,
): ContractRow[] => {
  if (model.isPayAsYouGo) requireNoQuantity(rows, field);
  const exposed = rows.map((row) => onlyExposed(model, row));
  exposed.forEach((row, index) => requireNumbers(row, `${field}[${index}]`));
  if (isTiered(model)) return readTiers(model, exposed, field);
  const [, second] = exposed;
  if (model.isPayAsYouGo && second) throw badInput(`${field}: what is used has one price; send one row`);
  return exposed.map((row, index) => requireOwnPrice(model, row, `${field}[${index}]`));
};

const onlyExposed = ({ editableInputs }: ContractModel, row: ContractRow): ContractRow => {
  const told = (input: RowInput): Decimal | null => (editableInputs.includes(input) ? row[input] : null);
  const [quantity, price, from] = [told('quantity'), told('price'), told('from')];
  return { quantity, price, from, to: told('to'), packageSize: told('packageSize') };
};

const requireNoQuantity = (rows: readonly ContractRow[], field: string): void =>
  rows.forEach(({ quantity }, index) => {
    if (quantity === null) return;
    throw badInput(`${field}[${index}].quantity: pay as you go prices what is used; leave it out`);
  });

const requireNumbers = (row: ContractRow, at: string): void => {
  if (row.price === null) throw badInput(`${at}.price must be set; 0 for what is included`);
  requirePrice(row.price, `${at}.price`);
  requireUnits(row.quantity, `${at}.quantity`);
  requireUnits(row.from, `${at}.from`);
  requireUnits(row.to, `${at}.to`);
  requireUnits(row.packageSize, `${at}.packageSize`);
};

const requireUnits = (units: Decimal | null, at: string): void => {
  if (units === null) return;
  if (units.lessThan(zero)) throw badInput(`${at} must not be negative; send 0 or more`);
  if (units.greaterThan(mostUnits)) throw badInput(`${at} must be at most ${mostUnits.toFixed()}`);
  if (units.toDecimalPlaces(priceScale).equals(units)) return;
  throw badInput(`${at} has more than 12 decimals; send a number that is rounded to 12`);
};

/** A flat rate that says no quantity is meant once. */
const requireOwnPrice = (model: ContractModel, row: ContractRow, at: string): ContractRow => {
  if (model.formula === 'PACKAGE' && !row.packageSize?.greaterThan(zero)) {
    throw badInput(`${at}.packageSize must be above 0`);
  }
  if (model.isPayAsYouGo || row.quantity !== null) return row;
  if (model.formula === 'FLAT_RATE') return { ...row, quantity: one };
  throw badInput(`${at}.quantity must be set, to what is agreed on`);
};

const readTiers = (model: ContractModel, rows: readonly ContractRow[], field: string): ContractRow[] => {
  if (rows.length === 0) return [];
  const quantity = model.isPayAsYouGo ? null : committedIn(rows, field);
  const tiers = following(rows, field).map((tier) => ({ ...tier, quantity }));
  requireRoom(tiers, quantity, field);
  return tiers;
};

/** Rows repeat one quantity; one that leaves it out means the same. */
const committedIn = (rows: readonly ContractRow[], field: string): Decimal => {
  const [first = null, ...others] = rows.flatMap(({ quantity }) => (quantity ? [quantity] : []));
  if (first === null) throw badInput(`${field}[0].quantity must be set, to what is agreed on`);
  if (others.every((quantity) => quantity.equals(first))) return first;
  throw badInput(`${field}: tiers price one quantity; send the same quantity on each row`);
};

/** Each tier begins where the one before ends, the first at 0. */
const following = (rows: readonly ContractRow[], field: string): ContractRow[] => {
  let begin: Decimal | null = zero;
  return rows.map((row, index) => {
    const at = `${field}[${index}]`;
    if (begin === null) throw badInput(`${field}: a row follows the open one; only the last goes without to`);
    const from = begin;
    if (row.from !== null && !row.from.equals(from)) {
      throw badInput(`${at}.from must be ${from.toFixed()}, so that every quantity has one price`);
    }
    if (row.to?.lessThanOrEqualTo(from)) throw badInput(`${at}.to must be above ${from.toFixed()}`);
    begin = row.to;
    return { ...row, from };
  });
};

const requireRoom = (tiers: readonly ContractRow[], quantity: Decimal | null, field: string): void => {
  const end = tiers.at(-1)?.to ?? null;
  if (end === null) return;
  if (quantity === null) throw badInput(`${field}: the last row must go without to, as usage has no end`);
  if (quantity.lessThanOrEqualTo(end)) return;
  throw badInput(`${field}: the last row ends at ${end.toFixed()}, below the quantity ${quantity.toFixed()}`);
};
