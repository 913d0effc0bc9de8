import { Injectable } from '@nestjs/common';
import type { Pool, QueryResult, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { currentContext } from '#libs/context/request-context';
import { BoundQuery, type Statement } from './bound-query';
import { poolOf } from './data-source';
import { asDomainError, heldByAnother, isStatementTimeout } from './pg-errors';
import { ReplicaReads } from './replica-reads';
import { allRows, noRows, preludeTo, spanningRoleIn, type RowScope } from './row-scopes';
import { StatementNames } from './statement-names';
import { noteParent } from './traced-statements';
import { UnitOfWork } from './unit-of-work';

const locking = /\bfor (?:no key )?update\b/;

/**
 * Statements in the open transaction, or on the pool when none is open; those of lists and reports on the read replica, where there is one. No text
 * holds a value: those are bound.
 */
@Injectable()
export class Database {
  private readonly names = new StatementNames();

  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly replica: ReplicaReads,
  ) {}

  /**
   * Prepared once per connection, under a name that is made of the text.
   * @throws DomainError where the database's refusal has a published code (see pg-errors)
   */
  query<R extends QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    const statement = { text, values, name: this.names.of(text) };
    return this.mayAskReplica ? this.askReplica<R>(statement, here()) : this.run<R>(statement, here());
  }

  /** As `query`, in an environment that need not be the one of who asks: for what is kept elsewhere than where the work is done. */
  queryIn<R extends QueryResultRow>(
    environmentId: string,
    text: string,
    values: unknown[] = [],
  ): Promise<R[]> {
    return this.run<R>({ text, values, name: this.names.of(text) }, environmentId);
  }

  /**
   * As `query`, of the rows of all environments: for what spans them by its nature, such as to find what is due. As a role of its own, which may do
   * with few tables what it must (src/service-rights.ts). ADR-0122
   */
  queryEverywhere<R extends QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    return this.run<R>({ text, values, name: this.names.of(text) }, allRows);
  }

  /**
   * Planned each time: for a statement that reads a table which the same transaction fills. A plan that was made while the
   * table was empty would serve on. @throws as `query`
   */
  queryPlannedAnew<R extends QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    return this.run<R>({ text, values }, here());
  }

  /** What comes before a write is asked of who takes it. */
  private get mayAskReplica(): boolean {
    return this.replica.areOn && currentContext()?.isListing === true && !this.unitOfWork.isOpen;
  }

  private async askReplica<R extends QueryResultRow>(statement: Statement, scope: RowScope): Promise<R[]> {
    this.requireScope(statement, scope);
    return (await this.replica.read<R>(statement, scope)) ?? this.run<R>(statement, scope);
  }

  private async run<R extends QueryResultRow>(statement: Statement, scope: RowScope): Promise<R[]> {
    this.requireScope(statement, scope);
    try {
      return (await this.send<R>(statement, scope)).rows;
    } catch (error) {
      // The lock timeout limits one wait; who stands second in line may wait twice and meet the statement timeout instead.
      if (isStatementTimeout(error) && locking.test(statement.text)) throw heldByAnother(error);
      // Inside a transaction the unit of work decides, because it may run the closure again.
      throw this.unitOfWork.client ? error : asDomainError(error);
    }
  }

  /** Of another environment than the one that asks it would find nothing, and nobody would know why. */
  private requireScope({ text, values: [about] }: Statement, scope: RowScope): void {
    if (about === scope || scope === allRows || !this.names.isHeld(text)) return;
    throw new Error(`A statement about the environment ${String(about)} is asked in ${scope || 'none'}`);
  }

  /** Where the database divides rows by environments, it is told about which one this is, unless the transaction stands there already. */
  private send<R extends QueryResultRow>(statement: Statement, scope: RowScope): Promise<QueryResult<R>> {
    const executor = this.unitOfWork.client ?? this.pool;
    const { spanningRole } = this;
    const held = this.unitOfWork.scope ?? { at: noRows };
    if (spanningRole === undefined || held.at === scope) {
      noteParent(statement);
      return executor.query<R>(statement);
    }
    const query = new BoundQuery(statement, preludeTo(scope, held.at, spanningRole));
    noteParent(query);
    held.at = scope;
    return query.run<R>(executor);
  }

  /** As which what spans environments is done; undefined where the database does not divide rows. */
  get spanningRole(): string | undefined {
    return spanningRoleIn(this.dataSource);
  }

  /** Whether what is asked now sees the uncommitted writes of a unit of work. */
  get isInTransaction(): boolean {
    return this.unitOfWork.isOpen;
  }

  get pool(): Pool {
    return poolOf(this.dataSource);
  }
}

/** In the environment of who asks, if there is one. */
const here = (): RowScope => currentContext()?.principal?.environmentId ?? noRows;
