import { Query, type Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';

/** The connection, as the driver writes to it. */
interface Wire {
  bind(of: { portal: string; statement: string; values: readonly unknown[] }): void;
  execute(of: { portal: string; rows: number }): void;
}

interface RowMessage {
  fields: readonly (string | null)[];
}

/** What the driver does for a statement, and its types keep to themselves. */
interface DriverQuery {
  requiresPreparation(): boolean;
  prepare(wire: Wire): void;
  handleDataRow(message: RowMessage): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
}

export interface Statement {
  name?: string | undefined;
  text: string;
  values: unknown[];
}

/** A prepared statement that comes first. */
export interface Prelude {
  name: string;
  values: readonly unknown[];
}

type Told<R extends QueryResultRow> = (error: Error | undefined, result: QueryResult<R>) => void;

const PreparedQuery = Query as unknown as new (statement: Statement) => DriverQuery;

/**
 * A statement with another one before it: sent together, answered together, and outside a transaction one of their own, so that settings which
 * the first one makes for its transaction end with the second one. It costs no round trip.
 */
export class BoundQuery extends PreparedQuery {
  private isBefore = true;
  /** The last row of the first one, as texts. */
  toldBefore: readonly (string | null)[] = [];

  constructor(
    statement: Statement,
    private readonly prelude: Prelude,
  ) {
    super(statement);
  }

  /** @throws what the database says of either */
  async run<R extends QueryResultRow>(executor: Pool | PoolClient): Promise<QueryResult<R>> {
    const submit = executor.query.bind(executor) as unknown as (query: this, told: Told<R>) => void;
    try {
      return await new Promise((resolve, reject) => {
        submit(this, (error, result) => (error ? reject(error) : resolve(result)));
      });
    } catch (error) {
      // That of the socket leads to nobody.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  /** As it stands before it, whatever its text. */
  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    const portal = '';
    wire.bind({ portal, statement: this.prelude.name, values: this.prelude.values });
    wire.execute({ portal, rows: 0 });
    super.prepare(wire);
  }

  override handleDataRow(message: RowMessage): void {
    if (this.isBefore) this.toldBefore = message.fields;
    else super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.isBefore) this.isBefore = false;
    else super.handleCommandComplete(message, wire);
  }
}
