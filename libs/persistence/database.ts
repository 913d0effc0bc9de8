import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Pool, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { poolOf } from './data-source';
import { asDomainError, heldByAnother, isStatementTimeout } from './pg-errors';
import { UnitOfWork } from './unit-of-work';

const locking = /\bfor (?:no key )?update\b/;

/** Sessions keep what they prepare. The code has some five hundred texts, but a list has one per combination of its filters. */
const mostPrepared = 2000;

const names = new Map<string, string>();

/**
 * What PostgreSQL knows a text by: 22 characters of the 63 that it keeps, the same in every process.
 * @returns undefined where there are so many texts that a further one is planned each time
 */
export function nameOfStatement(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostPrepared) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

/** Statements in the open transaction, or on the pool when none is open. No text holds a value: those are bound. */
@Injectable()
export class Database {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Prepared once per connection.
   * @throws DomainError where the database's refusal has a published code (see pg-errors)
   */
  query<R extends QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    return this.run<R>(text, values, nameOfStatement(text));
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
    return this.unitOfWork.client !== undefined;
  }

  get pool(): Pool {
    return poolOf(this.dataSource);
  }
}
