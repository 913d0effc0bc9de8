import type { Client } from 'pg';
import { inBriefTransaction, perform } from './service-role';
import { environmentSetting, longestName, spanningRoleOf } from './spanning-role';

/** What spans environments by its nature: of which tables the role for that may do what. */
export type SpanningRights = Readonly<Record<string, string>>;

export interface DividedRows {
  /** Tables that bear an environment and belong to no tenant. */
  readonly above: readonly string[];
  readonly rights: SpanningRights;
}

/** What an operator does whose owner may make no roles. */
export const toDivideRows = (role: string): string =>
  `PostgreSQL does not keep the rows of environments apart for the role "${role}", for the owner may not make the role "${spanningRoleOf(role)}": ` +
  `create that one (nologin), grant it to "${role}", run the migrations again and start the service anew`;

const passing = new Set(['42501', '42710', '23505']);

/**
 * Made where the owner may make roles; elsewhere the operator makes it.
 * @returns false where there is none that the role of the service may become
 */
export async function makeSpanningRole(owner: Client, role: string): Promise<boolean> {
  const spanning = spanningRoleOf(role);
  await perform(
    owner,
    `select format('create role %I nologin', $1::text) as step
      where not exists (select from pg_roles r where r.rolname = $1)`,
    [spanning],
  ).catch(unlessRefused);
  await perform(
    owner,
    `select format('grant %I to %I', r.rolname, $2::text) as step
       from pg_roles r where r.rolname = $1 and not pg_has_role($2, r.oid, 'member')`,
    [spanning, role],
  ).catch(unlessRefused);
  const { rows } = await owner.query<{ is_member: boolean }>(
    `select pg_has_role($2, r.oid, 'member') as is_member from pg_roles r where r.rolname = $1`,
    [spanning, role],
  );
  return rows[0]?.is_member === true;
}

/** Another process of another database of the server may make the same one; and owners need not be allowed to. */
function unlessRefused(error: unknown): void {
  if (!passing.has((error as { code?: string }).code ?? '')) throw error;
}

// What is there already is left alone. $1 is the role, $2 the tables, $3 what it may do with each.
const spanningSteps: readonly string[] = [
  `select format('grant usage on schema %I to %I', current_schema(), $1::text) as step
    where not has_schema_privilege($1::text, current_schema(), 'usage')`,
  `select format('grant %s on %I to %I', g.verbs, g.name, $1::text) as step from given g
    where exists (select from unnest(string_to_array(g.verbs, ', ')) v where not has_table_privilege($1::text, g.name, v))`,
  `select format('revoke %s on %I from %I', string_agg(a.privilege_type, ', '), c.relname, $1::text) as step
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
     left join given g on g.name = c.relname
    where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v') and r.rolname = $1::text
      and lower(a.privilege_type) <> all (string_to_array(coalesce(g.verbs, ''), ', ')) group by c.relname`,
];

/** Of the tables that bear an environment those whose rows the role sees all of. */
const unbound = `
  select format('%I', c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'environment_id' and not a.attisdropped
   where n.nspname = current_schema() and c.relkind in ('r', 'p') and c.relname <> all ($2::text[])
     and pg_has_role(current_user, c.relowner, 'usage')
     and not exists (select from pg_policy y join pg_roles r on r.oid = any (y.polroles)
                      where y.polrelid = c.oid and r.rolname = $1::text)
   order by c.relname`;

// Sessions of processes that were started before rows were divided name no environment, and go on: they are known by how they are opened. Both are
// asked once for each statement, not for each row.
const condition = `
  environment_id = (select nullif(current_setting('${environmentSetting}', true), '')::uuid)
  or (select current_setting('${environmentSetting}', true) is null and current_setting('engine.member', true) = 'on')`;

/** For all other roles: who may what is said by their rights, as before. */
const openTo = (name: string): string => `
  select 'create policy by_rights on ${name} using (true) with check (true)' as step
   where not exists (select from pg_policy y where y.polrelid = '${name}'::regclass and y.polname = 'by_rights')`;

/**
 * Keeps the rows of each environment from statements about another one, whatever these ask for: for the role of the service, and for no other.
 * Table by table, so that nobody waits for long; given a second time it changes nothing.
 * @returns whether it is so: not without the role for what spans environments
 */
export async function divideRows(
  owner: Client,
  role: string,
  { above, rights }: DividedRows,
): Promise<boolean> {
  if (!(await makeSpanningRole(owner, role))) return false;
  const spanning = spanningRoleOf(role);
  await inBriefTransaction(owner, async () => {
    const given = `with given as (select * from unnest($2::text[], $3::text[]) as g(name, verbs))`;
    const values = [spanning, Object.keys(rights), Object.values(rights)];
    for (const text of spanningSteps) await perform(owner, `${given} ${text}`, values);
  });
  const { rows } = await owner.query<{ name: string }>(unbound, [role, above]);
  const named = [`environment of ${role}`.slice(0, longestName), role, condition];
  for (const { name } of rows) {
    await inBriefTransaction(owner, async () => {
      await owner.query(`alter table ${name} enable row level security`);
      await perform(owner, openTo(name), []);
      await perform(
        owner,
        `select format('create policy %I on ${name} as restrictive to %I using (%s)', $1::text, $2::text, $3::text) as step`,
        named,
      );
    });
  }
  return true;
}
