import type { PoolClient } from 'pg';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { Prelude } from './bound-query';
import { onSession } from './one-session';
import { environmentSetting, spanningRoleOf } from './spanning-role';

type Options = DataSourceOptions & { url?: string };

/** Whose rows a statement sees: those of an environment, of none (''), or of all. */
export type RowScope = string;
export const noRows: RowScope = '';
export const allRows: RowScope = '*';

/** That of a transaction by now; undefined: nobody knows, for some of it was undone. */
export interface HeldScope {
  at: RowScope | undefined;
}

const toEnvironment = 'to_environment';
const toAll = 'to_all';
const backToEnvironment = 'back_to_environment';

const preparation = `
  prepare ${toEnvironment}(text) as select set_config('${environmentSetting}', $1, true);
  prepare ${toAll}(text) as select set_config('role', $1, true);
  prepare ${backToEnvironment}(text) as select set_config('role', 'none', true), set_config('${environmentSetting}', $1, true)`;

/** For each new session of a service whose rows are divided. */
export const prepareScopes = async (session: PoolClient): Promise<void> => {
  await session.query(preparation);
};

/** What is to come before a statement whose scope is not that of the one before it in its transaction. */
export function preludeTo(wanted: RowScope, from: RowScope | undefined, spanningRole: string): Prelude {
  if (wanted === allRows) return { name: toAll, values: [spanningRole] };
  const isSelf = from !== undefined && from !== allRows;
  return { name: isSelf ? toEnvironment : backToEnvironment, values: [wanted] };
}

/** Sessions that see no rows until a statement says of which environment: what says nothing sees nothing. */
export function scopedOptions(options: Options): Options {
  const { options: settings = '', ...extra } = (options.extra ?? {}) as { options?: string };
  return { ...options, extra: { ...extra, options: `${settings} -c ${environmentSetting}=` } };
}

const spanningRoles = new WeakMap<DataSource, string>();

export const noteSpanningRole = (dataSource: DataSource, role: string): void =>
  void spanningRoles.set(dataSource, role);

/** Of those connections, where the database keeps the rows of environments apart for them. */
export const spanningRoleIn = (dataSource: DataSource): string | undefined => spanningRoles.get(dataSource);

class LostRole extends Error {
  readonly isAdvice = true;
}

interface Session {
  role: string;
  is_owner: boolean;
  is_divided: boolean;
}

// Of owners PostgreSQL keeps nothing apart.
const session = `
  select current_user as role,
         exists (select from pg_class c where c.oid = to_regclass('migration') and pg_has_role(current_user, c.relowner, 'usage')) as is_owner,
         exists (select from pg_policy y join pg_roles r on r.oid = any (y.polroles)
                   join pg_class c on c.oid = y.polrelid and c.relnamespace = current_schema()::regnamespace
                  where r.rolname = current_user and y.polname like 'environment of %') as is_divided`;

/**
 * Asked once, before a pool is opened: the sessions of a process either all say of which environment they ask, or none does.
 * @returns the role for what spans environments, where rows are to be divided for who connects
 * @throws an advice where they are divided, and there is no such role
 */
export const findSpanningRole = ({ url }: Options): Promise<string | undefined> =>
  onSession({ connectionString: url }, async (client) => {
    const { role, is_owner, is_divided } = (await client.query<Session>(session)).rows[0] as Session;
    if (is_owner) return undefined;
    const spanning = spanningRoleOf(role);
    const asked = `select from pg_roles r where r.rolname = $1 and pg_has_role(current_user, r.oid, 'member')`;
    if ((await client.query(asked, [spanning])).rowCount) return spanning;
    if (!is_divided) return undefined;
    throw new LostRole(
      `The rows of environments are kept apart for the role "${role}" of DATABASE_URL, and it may not become "${spanning}" any more: ` +
        `create that role again and grant it to "${role}"`,
    );
  });
