import { Injectable } from '@nestjs/common';
import type { Pool, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { poolOf } from './data-source';
import { asDomainError, heldByAnother, isStatementTimeout } from './pg-errors';
import { UnitOfWork } from './unit-of-work';

/** A statement that PostgreSQL prepares once per connection under its name. */
export interface Statement {
  /**
   * Left out where the statement must be planned anew each time: it reads a table that the same transaction fills, and a plan
   * that was made while the table was empty would serve on.
   */
  readonly name?: string;
  readonly text: string;
}

const locking = /\bfor (?:no key )?update\b/;

/** Prepared statements in the open transaction, or on the pool when none is open. */
@Injectable()
export class Database {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws DomainError where the database's refusal has a published code (see pg-errors) */
  async query<R extends QueryResultRow>({ name, text }: Statement, values: unknown[] = []): Promise<R[]> {
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
    return this.unitOfWork.client !== undefined;
  }

  get pool(): Pool {
    return poolOf(this.dataSource);
  }
}
