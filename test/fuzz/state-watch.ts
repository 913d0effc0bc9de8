import { Pool } from 'pg';

/** Sees what was committed of an environment. */
export interface StateWatch {
  /** A place in the course of things. */
  mark(environmentId: string): Promise<number>;
  /** What was written since then: `customer insert`. */
  since(environmentId: string, mark: number): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * A row for each row that anybody writes: what is undone takes its rows along, so what is there was committed.
 * Written by a trigger with the rights of its owner: the role of the service owns nothing and may not look at it.
 */
const definition = `
  create schema fuzz;
  create unlogged table fuzz.touched (at bigserial primary key, environment_id uuid, what text);
  create index on fuzz.touched (environment_id, at);
  create function fuzz.note() returns trigger language plpgsql security definer as $$ begin
    insert into fuzz.touched (environment_id, what) values (
      (coalesce(to_jsonb(new), to_jsonb(old)) ->> 'environment_id')::uuid, tg_table_name || ' ' || lower(tg_op));
    return null;
  end $$`;

/** Partitions have the triggers of what they are parts of. */
const tablesOfEnvironments = `
  select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'environment_id'
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;

/** On a database of the fuzzer's own, by its owner. */
export class DatabaseWatch implements StateWatch {
  private constructor(private readonly client: Pool) {}

  /** @param isBackground tables that are written beside requests, and tell nothing of a refused one */
  static async on(databaseUrl: string, isBackground: (table: string) => boolean): Promise<DatabaseWatch> {
    const client = new Pool({ connectionString: databaseUrl, max: 4 });
    await client.query(definition);
    const { rows } = await client.query<{ name: string }>(tablesOfEnvironments);
    for (const { name } of rows.filter((row) => !isBackground(row.name))) {
      await client.query(
        `create trigger zz_fuzz after insert or update or delete on ${name} for each row execute function fuzz.note()`,
      );
    }
    return new DatabaseWatch(client);
  }

  async mark(environmentId: string): Promise<number> {
    const text = 'select coalesce(max(at), 0)::float8 as at from fuzz.touched where environment_id = $1';
    const { rows } = await this.client.query<{ at: number }>(text, [environmentId]);
    return rows[0]?.at ?? 0;
  }

  async since(environmentId: string, mark: number): Promise<string[]> {
    const text = 'select distinct what from fuzz.touched where environment_id = $1 and at > $2 order by what';
    const { rows } = await this.client.query<{ what: string }>(text, [environmentId, mark]);
    return rows.map(({ what }) => what);
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

/** On somebody else's service: by the chain of its activity log, which tells every change that is worth a name. */
export class ActivityWatch implements StateWatch {
  constructor(private readonly ask: (path: string) => Promise<unknown>) {}

  async mark(): Promise<number> {
    const [newest] = await this.newest(1);
    return newest?.seq ?? 0;
  }

  async since(_environmentId: string, mark: number): Promise<string[]> {
    const entries = await this.newest(10);
    return entries.filter(({ seq }) => seq > mark).map(({ type }) => type);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private async newest(limit: number): Promise<{ seq: number; type: string }[]> {
    const body = await this.ask(`/api/v1/activity?limit=${limit}`);
    return (body as { data?: { seq: number; type: string }[] }).data ?? [];
  }
}
