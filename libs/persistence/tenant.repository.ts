import type { EntitySchema } from 'typeorm';
import { currentEnvironmentId } from '#libs/context/request-context';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { Page, PageRequest } from '#libs/kernel/page';
import type { TenantEntity } from '#libs/kernel/tenant-entity';
import { type Database, type Statement } from './database';
import { paginate } from './paginate';
import { type Predicate } from './predicate';
import { type RowReader } from './row-reader';
import { TableSlice } from './table-slice';
import { type UnitOfWork } from './unit-of-work';

/** What a repository stands on. */
export abstract class Persistence {
  abstract readonly database: Database;
  abstract readonly unitOfWork: UnitOfWork;
  abstract readerOf<T extends object>(schema: EntitySchema<T>): RowReader<T>;
}

export interface Addressed extends TenantEntity {
  /** Public id, unique in the environment. */
  id: string;
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
  /** Begins the name of every statement. */
  protected readonly named: string;

  protected constructor(
    protected readonly persistence: Persistence,
    private readonly schema: EntitySchema<T>,
    kind?: OneKind,
  ) {
    this.rows = persistence.readerOf(schema);
    this.own = `t.environment_id = $1${kind ? ` and t.${kind.column} = '${kind.value}'` : ''}`;
    this.named = kind ? `${this.rows.table}.${kind.value}` : this.rows.table;
  }

  async findByUids(uids: readonly string[]): Promise<Map<string, T>> {
    return new Map(
      (await this.where('uids', 't.uid = any($2)', [uids])).map((entity) => [entity.uid, entity]),
    );
  }

  insert(entity: T): Promise<void> {
    return this.insertAll([entity]);
  }

  async insertAll(entities: T[]): Promise<void> {
    for (const entity of entities) entity.environmentId = currentEnvironmentId();
    if (entities.length > 0) await this.persistence.unitOfWork.manager.insert(this.schema, entities as never);
  }

  async save(entity: T, now: Date): Promise<void> {
    entity.updatedAt = now;
    const { environmentId, uid } = entity;
    const { manager } = this.persistence.unitOfWork;
    await manager.update(this.schema, { environmentId, uid }, entity as never);
  }

  async remove({ environmentId, uid }: T): Promise<void> {
    await this.persistence.unitOfWork.manager.delete(this.schema, { environmentId, uid });
  }

  /** `condition` sees this table as `t` and its values from $2 on; `name` tells its shape from others of the table. */
  protected async where(name: string, condition: string, values: unknown[]): Promise<T[]> {
    const { table } = this.rows;
    const text = `select ${this.rows.columnList} from ${table} t where ${this.own} and ${condition}`;
    const found = await this.persistence.database.query({ name: `${this.named}.${name}`, text }, [
      currentEnvironmentId(),
      ...values,
    ]);
    return found.map((row) => this.rows.read(row));
  }
}

/** A table of objects that callers address by a public id. */
export abstract class TenantRepository<T extends Addressed> extends TenantTable<T> {
  private readonly toFind: Statement;
  private readonly toLock: Statement;

  protected constructor(
    persistence: Persistence,
    schema: EntitySchema<T>,
    private readonly notFound: ErrorCode,
    kind?: OneKind,
  ) {
    super(persistence, schema, kind);
    const text = `select ${this.rows.columnList} from ${this.rows.table} t where ${this.own} and t.id = $2`;
    this.toFind = { name: `${this.named}.find`, text };
    this.toLock = { name: `${this.named}.lock`, text: `${text} for no key update` };
  }

  /** May be absent; also when it lives in another environment. */
  async find(id: string, lock = false): Promise<T | undefined> {
    const statement = lock ? this.toLock : this.toFind;
    const [row] = await this.persistence.database.query(statement, [currentEnvironmentId(), id]);
    return row && this.rows.read(row);
  }

  /** @throws the `<Kind>NotFound` of this repository */
  async getOrThrow(id: string): Promise<T> {
    return this.present(await this.find(id), id);
  }

  /**
   * Reads and locks until the end of the unit of work. The lock keeps writers out, not those whose rows merely refer to this
   * one: a foreign key takes `for key share`, and two writers that link their objects to each other would deadlock.
   * @throws `<Kind>NotFound`; ObjectAlreadyBeingUsedByAnotherRequestError when another holds it for 5 s
   */
  async lockOrThrow(id: string): Promise<T> {
    return this.present(await this.find(id, true), id);
  }

  async findMany(ids: readonly string[]): Promise<Map<string, T>> {
    return new Map((await this.where('ids', 't.id = any($2)', [ids])).map((entity) => [entity.id, entity]));
  }

  /** @throws BadUserInput for a cursor that names nothing in this environment */
  protected page(request: PageRequest, filter: Predicate): Promise<Page<T>> {
    const { rows, own, named } = this;
    const slice = new TableSlice({ database: this.persistence.database, rows, own, named }, filter);
    return paginate(slice, request);
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
