import type { MovedTable } from './environment-fence';
import type { Session } from './one-session';

/** Which tables that bear an environment stay where they are. */
export interface StayingTables {
  /** They belong to no tenant. */
  readonly above: readonly string[];
  /** They hold places and numbers of one database. */
  readonly bound: readonly string[];
}

/** Of one table. */
export interface RowsDiffer {
  table: string;
  here: number;
  there: number;
}

interface Counted {
  rows: number;
  digest: string;
}

// From the catalogue, so that a table of a later release is not forgotten.
const moved = `
  select c.relname as name, 'environment_id' as column from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'environment_id' and not a.attisdropped
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and c.relname <> all ($1::text[])
   union all select 'environment', 'uid' order by 1`;

export async function movedTables(session: Session, { above, bound }: StayingTables): Promise<MovedTable[]> {
  return (await session.query<MovedTable>(moved, [[...above, ...bound]])).rows;
}

// By the names of columns: their tables are those of modules.
const secretColumns = `
  select format('select %s as id from %I where environment_id = $1 and %I is not null',
                case when a.attname ~ 'pepper_id$' then format('%I', a.attname) else format('split_part(%I, ''.'', 2)', a.attname) end,
                c.relname, a.attname) as text, a.attname ~ 'pepper_id$' as "isPepper"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
   where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attname ~ '(pepper_id$|(^|_)sealed_)'`;

/** By their ids, the secrets of operators under which something of an environment was made. */
export interface SecretsInUse {
  peppers: string[];
  seals: string[];
}

export async function secretsOf(session: Session, environmentId: string): Promise<SecretsInUse> {
  const found: SecretsInUse = { peppers: [], seals: [] };
  const columns = await session.query<{ text: string; isPepper: boolean }>(secretColumns);
  for (const { text, isPepper } of columns.rows) {
    const { rows } = await session.query<{ id: string }>(text, [environmentId]);
    found[isPepper ? 'peppers' : 'seals'].push(...new Set(rows.map(({ id }) => id)));
  }
  return found;
}

const counting = `
  select format('select count(*)::float8 as rows, coalesce(sum((''x'' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as digest from %I t where t.%I = $1',
                $1::text, $2::text) as text`;

/** How one session reads rows as texts, so does the other. */
const alike = `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'`;

/** Reads every row of the environment in both databases. @returns the tables in which they are not the same */
export async function differences(
  here: Session,
  there: Session,
  environmentId: string,
  tables: readonly MovedTable[],
): Promise<RowsDiffer[]> {
  for (const session of [here, there]) await session.query(alike);
  const found: RowsDiffer[] = [];
  for (const table of tables) {
    const [mine, its] = await Promise.all(
      [here, there].map((session) => countIn(session, table, environmentId)),
    );
    if (mine?.rows !== its?.rows || mine?.digest !== its?.digest)
      found.push({ table: table.name, here: mine?.rows ?? 0, there: its?.rows ?? 0 });
  }
  return found;
}

async function countIn(
  session: Session,
  { name, column }: MovedTable,
  environmentId: string,
): Promise<Counted | undefined> {
  const text = (await session.query<{ text: string }>(counting, [name, column])).rows[0]?.text ?? '';
  return (await session.query<Counted>(text, [environmentId])).rows[0];
}

/** In one transaction. */
const forgottenAtOnce = 5000;

// Of partitioned tables the partitions: a place in a file names a row of one of them.
const stored = `
  select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'environment_id' and not a.attisdropped
   where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all ($1::text[]) order by 1`;

const forgetting = `
  select format('delete from %I where ctid = any (array(select ctid from %I where environment_id = $1 limit ${forgottenAtOnce}))',
                $1::text, $1::text) as text`;

/**
 * Removes all rows of the environment, also those that nobody may remove. In pieces, so that nobody waits for them.
 * @param session whose triggers are asleep
 * @param above tables that are left as they are
 * @returns how many
 */
export async function forgetRows(
  session: Session,
  environmentId: string,
  above: readonly string[],
): Promise<number> {
  const tables = await session.query<{ name: string }>(stored, [above]);
  let forgotten = 0;
  for (const { name } of tables.rows) {
    const text = (await session.query<{ text: string }>(forgetting, [name])).rows[0]?.text ?? '';
    for (let gone = forgottenAtOnce; gone === forgottenAtOnce; forgotten += gone)
      gone = (await session.query(text, [environmentId])).rowCount ?? 0;
  }
  return forgotten;
}
