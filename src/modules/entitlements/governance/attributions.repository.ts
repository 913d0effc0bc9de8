import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Decimal } from '#libs/kernel/decimal';
import { Database } from '#libs/persistence/database';
import type { NamedEntity } from '#modules/entitlements/metering';
import type { CountedWindow } from './budget-in-force.record';
import type { BudgetWindow } from './domain/cadence';
import type { AddedUsage, CountingBudget } from './domain/attributed-usage';
import { add, counting, forget, lock, roll, overSince, totals } from './governance.statements';

/** Usage of a feature, or credits of a currency, with whom it names. */
export interface NamedUse {
  customerUid: string;
  subjectUid: string;
  named: readonly NamedEntity[];
}

type CountedRow = Omit<CountedWindow, 'total'> & { total: string };
type CountingRow = Omit<CountingBudget, 'usageLimit'> & { place: number; usageLimit: string | null };

/** What counts for budgets of entities. */
@Injectable()
export class AttributionsRepository {
  constructor(private readonly database: Database) {}

  /** The budgets that each of these counts for, in their order. */
  async countedBy(uses: readonly NamedUse[]): Promise<CountingBudget[][]> {
    const named = uses.flatMap(({ customerUid, named: own }, index) =>
      own.map(({ key, id }, ord) => ({ place: index + 1, ord, customerUid, key, id })),
    );
    const rows = await this.database.query<CountingRow>(counting, [
      currentEnvironmentId(),
      named.map(({ place }) => place),
      named.map(({ ord }) => ord),
      named.map(({ customerUid }) => customerUid),
      named.map(({ key }) => key),
      named.map(({ id }) => id),
      uses.map(({ subjectUid }) => subjectUid),
    ]);
    const budgets = uses.map((): CountingBudget[] => []);
    for (const { place, usageLimit, ...budget } of rows)
      budgets[place - 1]?.push({ ...budget, usageLimit: decimalOf(usageLimit) });
    return budgets;
  }

  /** Nobody else counts for them, nor changes them, until the end of the transaction. @returns them as they are now, by key */
  async lock(
    uids: readonly string[],
  ): Promise<Map<string, Pick<CountingBudget, 'uid' | 'usageLimit' | 'cadence'>>> {
    const rows = await this.database.query<{ uid: string; usageLimit: string | null; cadence: string }>(
      lock,
      [currentEnvironmentId(), uids],
    );
    return new Map(rows.map((row) => [row.uid, { ...row, usageLimit: decimalOf(row.usageLimit) }]));
  }

  /** In their order; nothing where nothing was counted yet. */
  async totals(windows: readonly { budget: CountingBudget; window: BudgetWindow }[]): Promise<Decimal[]> {
    const rows = await this.database.query<{ place: number; total: string }>(totals, [
      currentEnvironmentId(),
      windows.map(({ budget }) => budget.uid),
      windows.map(({ budget }) => budget.cadence),
      windows.map(({ window }) => window.start),
    ]);
    const found = windows.map(() => new Decimal(0));
    for (const { place, total } of rows) found[place - 1] = new Decimal(total);
    return found;
  }

  /** In one statement, whatever their number. @param revision names the write @returns what it has left, those of one budget side by side */
  async add(usages: readonly AddedUsage[], revision: string): Promise<CountedWindow[]> {
    const rows = await this.database.query<CountedRow>(add, [
      currentEnvironmentId(),
      usages.map(({ budget }) => budget.uid),
      usages.map(({ budget }) => budget.cadence),
      usages.map(({ window }) => window.start),
      usages.map(({ window }) => window.end),
      usages.map(({ added }) => added.toFixed()),
      revision,
    ]);
    return rows.map((row) => ({ ...row, total: new Decimal(row.total) }));
  }

  /** Of a customer's budgets, at most so many. @returns how many were told of windows that are over */
  async roll(customerUid: string, now: Date, most: number): Promise<number> {
    const rows = await this.database.query(roll, [currentEnvironmentId(), customerUid, now, most]);
    return rows.length;
  }

  /** Null where no window that is over is told any more. */
  async overSince(customerUid: string, now: Date): Promise<Date | null> {
    const values = [currentEnvironmentId(), customerUid, now];
    const [row] = await this.database.query<{ since: Date | null }>(overSince, values);
    return row?.since ?? null;
  }

  /** Windows of every environment that were over by then, at most so many. */
  async forget(before: Date, most: number): Promise<void> {
    await this.database.queryEverywhere(forget, [before, most]);
  }
}

const decimalOf = (text: string | null): Decimal | null => (text === null ? null : new Decimal(text));
