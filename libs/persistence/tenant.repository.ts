import type { QueryResultRow } from 'pg';
import type { EntitySchema } from 'typeorm';
import { currentContext, currentEnvironmentId } from '#libs/context/request-context';
import type { AddressedEntity } from '#libs/kernel/addressed-entity';
import { canonicalJson } from '#libs/kernel/canonical-json';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { isUid } from '#libs/kernel/ids';
import type { Page, PageRequest } from '#libs/kernel/page';
import type { TenantEntity } from '#libs/kernel/tenant-entity';
import { inBatches, mapInTurns } from '#libs/kernel/turns';
import { type Database } from './database';
import { rememberPlaces } from './deleted-places';
import { paginate } from './paginate';
import { referrerOf } from './pg-errors';
import { type Predicate } from './predicate';
import { type RowReader } from './row-reader';
import { TableSlice, type ListedTable, type ListOrder } from './table-slice';
import { type UnitOfWork } from './unit-of-work';

/** What a repository stands on. */
export abstract class Persistence {
  abstract readonly database: Database;
  abstract readonly unitOfWork: UnitOfWork;
  abstract readerOf<T extends object>(schema: EntitySchema<T>): RowReader<T>;
}

/** Several kinds of object in one table: a repository that sees one of them. The words are its own, never a caller's. */
export interface OneKind {
  column: string;
  value: string;
}

/**
 * Every query on one table, with the tenant predicate in each. There is no way past it: the environment comes from the
 * request context, never from a parameter.
 */
export abstract class TenantTable<T extends TenantEntity> {
  protected readonly rows: RowReader<T>;
  /** Begins the condition of every query; the environment is $1. */
  protected readonly own: string;
  /** Begins what asks for whole rows. */
  protected readonly selection: string;
  /** Under which the places of deleted rows are remembered: stored, so it stays as it is. */
  protected readonly listName: string;
  /** Column whose value names a row in a list that callers walk; none where no list shows the rows. */
  protected readonly listedBy?: 'id' | 'uid';

  protected constructor(
    protected readonly persistence: Persistence,
    protected readonly schema: EntitySchema<T>,
    kind?: OneKind,
  ) {
    this.rows = persistence.readerOf(schema);
    this.own = `t.environment_id = $1${kind ? ` and t.${kind.column} = '${kind.value}'` : ''}`;
    this.selection = `select ${this.rows.columnList} from ${this.rows.table} t where ${this.own} and`;
    this.listName = kind ? `${this.rows.table}.${kind.value}` : this.rows.table;
  }

  async findByUids(uids: readonly string[]): Promise<Map<string, T>> {
    if (uids.length === 0) return new Map();
    return new Map((await this.where('t.uid = any($2)', [uids])).map((entity) => [entity.uid, entity]));
  }

  /**
   * All of the environment, oldest first: for what speaks of the whole. Lists are paged.
   * @param hold locks them all against other writers until the end of the unit of work
   */
  everything(hold = false): Promise<T[]> {
    return this.where(`true order by t.uid${hold ? ' for no key update' : ''}`, []);
  }

  insert(entity: T): Promise<void> {
    return this.insertAll([entity]);
  }

  async insertAll(entities: T[]): Promise<void> {
    for (const some of inBatches(entities)) await this.insertRows(some);
  }

  /**
   * As one JSON value, whatever their number. ADR-0049
   * @param unique a constraint: who is there already by its rule stays as it is
   * @returns with a constraint, how many were inserted
   */
  protected async insertRows(entities: readonly T[], unique?: string): Promise<number> {
    for (const entity of entities) entity.environmentId = currentEnvironmentId();
    const rows = entities.map((entity) => this.rows.write(entity));
    const columns = columnsOf(rows).join(', ');
    const { table } = this.rows;
    const end = unique ? `on conflict on constraint ${unique} do nothing returning uid` : '';
    const text = `insert into ${table} (${columns})
                  select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb) ${end}`;
    return (await this.persistence.database.query(text, [JSON.stringify(rows)])).length;
  }

  save(entity: T, now: Date): Promise<void> {
    return this.saveAll([entity], now);
  }

  /** Nothing where the rows are the same, instants and revision apart. @returns whether anything was stored */
  async saveChanged(before: T, after: T, now: Date): Promise<boolean> {
    const isChanged = this.differ(before, after);
    if (isChanged) await this.save(after, now);
    return isChanged;
  }

  /** Are these different states of one object, as far as it is stored? */
  differ(before: T, after: T): boolean {
    return canonicalJson(this.rows.write(before)) !== canonicalJson(this.rows.write(after));
  }

  /** In one statement, whatever their number. */
  async saveAll(entities: readonly T[], now: Date): Promise<void> {
    if (entities.length === 0) return;
    for (const entity of entities) entity.updatedAt = now;
    const { table } = this.rows;
    const rows = entities.map((entity) => this.rows.write(entity));
    const set = columnsOf(rows).map((column) => `${column} = r.${column}`);
    // By the list of keys too: whatever PostgreSQL knew of the table when it planned this, it goes by the primary key.
    const text = `update ${table} t set ${set.join(', ')}
                    from jsonb_populate_recordset(null::${table}, $3::jsonb) r
                   where ${this.own} and t.uid = any($2) and t.uid = r.uid`;
    await this.ask(text, [entities.map(({ uid }) => uid), JSON.stringify(rows)]);
  }

  remove(entity: T): Promise<void> {
    return this.removeAll([entity]);
  }

  /** In one statement, whatever their number. */
  async removeAll(entities: readonly T[]): Promise<void> {
    if (entities.length === 0) return;
    const uids = entities.map(({ uid }) => uid);
    await this.removeWhere('t.uid = any($2)', [uids]);
  }

  /** Where they stood in their list is remembered. `condition` is as that of `where`. */
  protected async removeWhere(condition: string, values: unknown[]): Promise<void> {
    const { listName: list, own, listedBy } = this;
    const deletion = `delete from ${this.rows.table} t where ${own} and ${condition}`;
    const text = listedBy ? rememberPlaces(deletion, { list, cursor: listedBy }) : deletion;
    await this.ask(text, values);
  }

  /**
   * The same, where every foreign key of every module may object.
   * @throws `refusal` while another row refers to this one; `by` says of what kind, `package entitlement`
   */
  async removeUnreferenced(entity: T, refusal: (by: string) => DomainError): Promise<void> {
    try {
      await this.remove(entity);
    } catch (error) {
      const referrer = referrerOf(error);
      if (referrer === undefined) throw error;
      throw Object.assign(refusal(referrer.replaceAll('_', ' ')), { cause: error });
    }
  }

  /**
   * A page of rows whose only public id is their key. In another order than that of their creation no deleted place is
   * known, so such a list shows only what is never deleted.
   * @throws BadUserInput for a cursor that names nothing in this environment
   */
  protected pageByKey(request: PageRequest, filter: Predicate, order?: ListOrder): Promise<Page<T>> {
    if (request.cursor !== undefined && !isUid(request.cursor)) {
      throw badInput('The cursor names no object of this list');
    }
    return this.slice(request, filter, { at: (cursor) => `t.uid = ${cursor}`, order });
  }

  protected slice(request: PageRequest, filter: Predicate, how?: Partial<ListedTable<T>>): Promise<Page<T>> {
    const { rows, own, listName: list } = this;
    const { database } = this.persistence;
    return paginate(new TableSlice({ database, rows, own, list, ...how }, filter), request);
  }

  /** `condition` sees this table as `t` and its values from $2 on. */
  protected async where(condition: string, values: unknown[]): Promise<T[]> {
    return mapInTurns(await this.ask(`${this.selection} ${condition}`, values), (row) => this.rows.read(row));
  }

  /** Another statement about this table: the environment is $1, its values follow. */
  protected ask<R extends QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    return this.persistence.database.query<R>(text, [currentEnvironmentId(), ...values]);
  }
}

const columnsOf = (rows: readonly object[]): string[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].sort();

/** A table of objects that callers address by a public id. */
export abstract class TenantRepository<T extends AddressedEntity> extends TenantTable<T> {
  protected override readonly listedBy: 'id' | 'uid' = 'id';
  /** Condition of the row that a cursor of a list names, where it is not the one of that public id. */
  protected readonly placeOf?: (cursor: string) => string;
  // Made once: these are asked at every turn.
  private readonly toFind = `${this.selection} t.id = $2`;
  private readonly toLock = `${this.toFind} for no key update`;

  protected constructor(
    persistence: Persistence,
    schema: EntitySchema<T>,
    private readonly notFound: ErrorCode,
    kind?: OneKind,
  ) {
    super(persistence, schema, kind);
  }

  /** May be absent; also when it lives in another environment. */
  async find(id: string, lock = false): Promise<T | undefined> {
    const [row] = await this.ask(lock ? this.toLock : this.toFind, [id]);
    return row && this.rows.read(row);
  }

  /** @throws the `<Kind>NotFound` of this repository */
  async getOrThrow(id: string): Promise<T> {
    return this.present(await this.find(id), id);
  }

  /**
   * Reads and locks until the end of the unit of work. The lock keeps writers out, not those whose rows merely refer to this
   * one: a foreign key takes `for key share`, and two writers that link their objects to each other would deadlock.
   * @throws `<Kind>NotFound`; ObjectAlreadyBeingUsedByAnotherRequestError when another holds it for 5 s, or when the caller
   *   read it in an older state (`If-Match`, catalog C10)
   */
  async lockOrThrow(id: string): Promise<T> {
    return this.held(this.present(await this.find(id, true), id));
  }

  /** A row that this unit of work has locked, held against the caller's `If-Match`. Domain: catalog C10 */
  protected held(entity: T): T {
    currentContext()?.precondition?.meet(entity);
    return entity;
  }

  override insertAll(entities: T[]): Promise<void> {
    for (const entity of entities) entity.revision = 1;
    return super.insertAll(entities);
  }

  /** Their next states. */
  override saveAll(entities: readonly T[], now: Date): Promise<void> {
    for (const entity of entities) entity.revision += 1;
    return super.saveAll(entities, now);
  }

  /** Another state of an object whose change lies in rows of its own. */
  async countState(entity: T): Promise<void> {
    entity.revision += 1;
    const text = `update ${this.rows.table} t set revision = $3 where ${this.own} and t.uid = $2`;
    await this.ask(text, [entity.uid, entity.revision]);
  }

  async findMany(ids: readonly string[]): Promise<Map<string, T>> {
    if (ids.length === 0) return new Map();
    return new Map((await this.where('t.id = any($2)', [ids])).map((entity) => [entity.id, entity]));
  }

  /** @throws BadUserInput for a cursor that names nothing in this environment */
  protected page(request: PageRequest, filter: Predicate): Promise<Page<T>> {
    return this.slice(request, filter, { at: this.placeOf });
  }

  /** The refusal of an id that names nothing here. */
  unknown(id: string): DomainError {
    const noun = this.notFound.replace(/NotFound(Error)?$/, '');
    return new DomainError(this.notFound, `${noun} ${id} was not found`);
  }

  private present(entity: T | undefined, id: string): T {
    if (!entity) throw this.unknown(id);
    return entity;
  }
}
