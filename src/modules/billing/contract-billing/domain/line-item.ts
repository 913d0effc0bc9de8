import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { readContractRows } from '#libs/business/pricing/contract-rows';
import { rowsOf, type LineTerms, type RowRequest } from './line-request';
import { LineState, type SharedTerms, type SoldItem } from './line-state';
import { contractRow, storedRow } from './stored-row';

/** One thing that a contract bills. Each line keeps the terms of its own. Domain: contracts-billing I1, M7 */
export class LineItem extends LineState {
  static of(contractUid: string, terms: LineTerms, sold: SoldItem, shared: SharedTerms, now: Date): LineItem {
    const { activationStartDate, activationEndDate } = shared;
    const netTerms = terms.netTerms ?? shared.netTerms;
    const days = { activationStartDate, activationEndDate, billedFrom: null };
    const state = { contractUid, ...terms, ...sold, ...days, netTerms };
    return LineItem.instantiate<LineItem>(LineItem, state, now).paidTo(
      shared.legalEntity,
      shared.paymentAccount,
    );
  }

  override get itemId(): string {
    return this.uid;
  }

  /** All of them anew. @throws BadUserInput, AmountTooLarge. Domain: contracts-billing I3 */
  withRows(rows: readonly RowRequest[]): LineItem {
    return this.with({ rows: rowsOf(this.model, rows, 'rows') });
  }

  /** @throws BadUserInput where there is no such row, or the others would not fit together */
  withoutRow(index: number): LineItem {
    if (this.rows[index] === undefined) {
      throw badInput(`rowIndex must be below ${this.rows.length}, the number of rows of the line item`);
    }
    const left = this.rows.filter((_, place) => place !== index).map(contractRow);
    return this.with({ rows: readContractRows(this.model, left, 'rows').map(storedRow) });
  }

  /** @param day the first one that it bills; null for that of its window. Domain: contracts-billing P3 */
  billedFromDay(day: Date | null): this {
    return this.with({ billedFrom: day });
  }
}

/** By its externalId or itemId. @throws ContractLineItemNotFound. Domain: contracts-billing I2 */
export function lineNamed(ref: string, lines: readonly LineItem[], contractId: string): LineItem {
  // An externalId may be spelled like the itemId of another line: the caller's own word wins.
  const line = lines.find(({ externalId }) => externalId === ref) ?? lines.find(({ uid }) => uid === ref);
  if (line) return line;
  throw new DomainError(
    'ContractLineItemNotFound',
    `Line item ${ref} of contract ${contractId} was not found`,
  );
}

const mostLines = 100;

/** @throws BadUserInput. Choice: ours, so that a change of settings stays one short statement */
export function requireRoom(lines: number): void {
  if (lines <= mostLines) return;
  throw badInput(`lineItems: a contract has at most ${mostLines} line items; put more on another contract`);
}
