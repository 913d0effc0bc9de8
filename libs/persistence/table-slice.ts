import { currentEnvironmentId } from '#libs/context/request-context';
import { badInput } from '#libs/kernel/errors/domain-error';
import type { Database } from './database';
import { rememberedPlace } from './deleted-places';
import type { Found, Slice } from './paginate';
import type { Predicate } from './predicate';
import type { RowReader } from './row-reader';

/** By a column that is never null, and by key where its values are equal. */
export interface ListOrder {
  /** A word of the repository's own, never a caller's. */
  column: string;
  direction: 'asc' | 'desc';
}

export interface ListedTable<T extends object> {
  database: Database;
  rows: RowReader<T>;
  /** Condition of the tenant's rows; the environment is $1. */
  own: string;
  /** Under which the places of its deleted rows are remembered. */
  list: string;
  /** Condition of the row that a cursor names; of the public id unless another is said. */
  at?: (cursor: string) => string;
  /** Newest first unless another is said. */
  order?: ListOrder;
}

const publicId = (cursor: string): string => `t.id = ${cursor}`;

type Row = Record<string, unknown> & { uid: string | null; is_preceded?: boolean };

/**
 * The rows of one table that match a filter. A position is the public id of an object of the environment, whether it
 * matches the filter or not (access-and-events L3), and for a day after it was deleted (access-and-events L2a). Every page costs one
 * statement, at any depth.
 */
export class TableSlice<T extends object> implements Slice<T> {
  /** What the rows are sorted by; the last one is unique. */
  private readonly keys: readonly string[];

  constructor(
    private readonly from: ListedTable<T>,
    private readonly filter: Predicate,
  ) {
    this.keys = from.order ? [from.order.column, 'uid'] : ['uid'];
  }

  async count(): Promise<number> {
    const { database, rows, own } = this.from;
    const text = `select count(*)::int as count from ${rows.table} t where ${own}${this.filter.sql(2)}`;
    const values = [currentEnvironmentId(), ...this.filter.values];
    const [row] = await database.query<{ count: number }>(text, values);
    return row?.count ?? 0;
  }

  /** @throws BadUserInput for a position that names nothing in this environment */
  async beyond(
    direction: 'forward' | 'backward',
    position: string | undefined,
    limit: number,
  ): Promise<Found<T>> {
    const { database, rows } = this.from;
    const text = position === undefined ? this.edge(direction) : this.past(direction);
    const values = position === undefined ? [limit] : [limit, position];
    const found = await database.query<Row>(text, [currentEnvironmentId(), ...values, ...this.filter.values]);
    if (position === undefined) return { items: found.map((row) => rows.read(row)), isPreceded: false };
    const [first] = found;
    if (!first) throw badInput('The cursor names no object of this list');
    const items = found.filter(({ uid }) => uid !== null).map((row) => rows.read(row));
    return { items, isPreceded: first.is_preceded === true };
  }

  private edge(direction: 'forward' | 'backward'): string {
    const { rows, own } = this.from;
    return `select ${rows.columnList} from ${rows.table} t
             where ${own}${this.filter.sql(3)} order by ${this.sorted(direction)} limit $2`;
  }

  /**
   * One row without an object where nothing lies beyond the position, none at all where there is no position. The position is found
   * before all else: of what it is made of no index could make use (ADR-0122).
   */
  private past(direction: 'forward' | 'backward'): string {
    const { rows, own } = this.from;
    const comparison = this.isDescending(direction) ? '<' : '>';
    const match = `from ${rows.table} t where ${own}${this.filter.sql(4)}`;
    const isPreceded = direction === 'forward' ? this.preceding(match) : 'false';
    return `with p as materialized (${this.position()}),
                 c as materialized (select p.*, ${isPreceded} as is_preceded from p)
            select c.is_preceded, ${rows.columnList} from c
              left join lateral (select ${rows.columnList} ${match} and ${this.place('t')} ${comparison} ${this.place('c')}
                                  order by ${this.sorted(direction)} limit $2) t on true
             order by ${this.sorted(direction)}`;
  }

  /**
   * Whether a row stands at the position or before it: the nearest one is asked for. PostgreSQL drops the order of an EXISTS, and may then
   * read the table from its begin, for it thinks that any row will do.
   */
  private preceding(match: string): string {
    const comparison = this.isDescending('forward') ? '>=' : '<=';
    return `(select true ${match} and ${this.place('t')} ${comparison} ${this.place('p')}
                                   order by ${this.sorted('backward')} limit 1) is not null`;
  }

  /** Of the row that the cursor names, $3; else where the deleted one stood, which only the order of creation tells. */
  private position(): string {
    const { rows, own, list, order, at = publicId } = this.from;
    const keys = this.keys.map((key) => `t.${key}`).join(', ');
    const present = `select ${keys} from ${rows.table} t where ${own} and ${at('$3')}`;
    if (order) return present;
    return `select k.uid from (select coalesce((${present}), (${rememberedPlace(list, '$3')})) as uid) k
             where k.uid is not null`;
  }

  private isDescending(direction: 'forward' | 'backward'): boolean {
    return (direction === 'forward') === ((this.from.order?.direction ?? 'desc') === 'desc');
  }

  private sorted(direction: 'forward' | 'backward'): string {
    const order = this.isDescending(direction) ? 'desc' : 'asc';
    return this.keys.map((key) => `t.${key} ${order}`).join(', ');
  }

  private place(of: string): string {
    return `(${this.keys.map((key) => `${of}.${key}`).join(', ')})`;
  }
}
