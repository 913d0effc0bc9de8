import { Injectable } from '@nestjs/common';
import type { Pool, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { poolOf } from './data-source';
import { asDomainError, heldByAnother, isStatementTimeout } from './pg-errors';
import { StatementNames } from './statement-names';
import { UnitOfWork } from './unit-of-work';

const locking = /\bfor (?:no key )?update\b/;

/** Statements in the open transaction, or on the pool when none is open. No text holds a value: those are bound. */
@Injectable()
export class Database {
  private readonly names = new StatementNames();

  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Prepared once per connection, under a name that is made of the text.
   * @throws DomainError where the database's refusal has a published code (see pg-errors)
   */
  query<R extends QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    return this.run<R>(text, values, this.names.of(text));
  }

  /**
   * Planned each time: for a statement that reads a table which the same transaction fills. A plan that was made while the
   * table was empty would serve on. @throws as `query`
   */
  queryPlannedAnew<R extends QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    return this.run<R>(text, values);
  }

  private async run<R extends QueryResultRow>(text: string, values: unknown[], name?: string): Promise<R[]> {
    const executor = this.unitOfWork.client ?? this.pool;
    try {
      return (await executor.query<R>({ name, text, values })).rows;
    } catch (error) {
      // The lock timeout limits one wait; who stands second in line may wait twice and meet the statement timeout instead.
      if (isStatementTimeout(error) && locking.test(text)) throw heldByAnother(error);
      // Inside a transaction the unit of work decides, because it may run the closure again.
      throw this.unitOfWork.client ? error : asDomainError(error);
    }
  }

  /** Whether what is asked now sees the uncommitted writes of a unit of work. */
  get isInTransaction(): boolean {
    return this.unitOfWork.isOpen;
  }

  get pool(): Pool {
    return poolOf(this.dataSource);
  }
}
