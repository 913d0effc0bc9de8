import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { DataSource } from './data-source';
import { onSession } from './one-session';

/** Of tables the role of the service has SELECT, INSERT, UPDATE and DELETE; of these it has fewer. */
export interface FewerRights {
  /** SELECT and INSERT. */
  readonly appendOnly: readonly string[];
  /** SELECT. */
  readonly readOnly: readonly string[];
}

/** What the connection of migrations met; the cause is of the driver or the database. */
export class OwnersFault extends Error {
  constructor(override readonly cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause));
  }
}

class TwoDatabases extends Error {
  readonly isAdvice = true;
}

const keysOfLocks = 2 ** 31;

/**
 * Who works by a URL, beside who migrates by another. Whoever holds an advisory lock keeps others of the same database from it, whatever
 * the names by which they reached it.
 * @returns the role of the service; undefined where it is the owner's
 * @throws OwnersFault; what the driver says of the service's connection; an advice where they are two databases
 */
export async function roleBeside(url: string, ownerUrl: string): Promise<string | undefined> {
  if (url === ownerUrl) return undefined;
  return onSession({ connectionString: url }, async (service) => {
    const opened = onSession({ connectionString: ownerUrl }, async (owner) => {
      const key = randomInt(keysOfLocks);
      await owner.query('select pg_advisory_lock($1)', [key]);
      if (await canTake(service, key)) throw twoDatabases();
      const [role, ownRole] = [await roleOf(service), await roleOf(owner)];
      return role === ownRole ? undefined : role;
    });
    return opened.catch((error: unknown) => {
      throw error instanceof TwoDatabases ? error : new OwnersFault(error);
    });
  });
}

const twoDatabases = (): Error =>
  new TwoDatabases(
    'DATABASE_MIGRATION_URL and DATABASE_URL lead to two databases: name one database by two roles, or leave DATABASE_MIGRATION_URL out',
  );

async function canTake(session: Client, key: number): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [key]);
  return rows[0]?.taken === true;
}

async function roleOf(session: Client): Promise<string> {
  const { rows } = await session.query<{ role: string }>('select current_user as role');
  return rows[0]?.role ?? '';
}

// Ours and the job library's, by whoever made them: other tables of the database are none of our business. What is known says the types of the values.
const places = `
  known as (select $1::text as role, $2::text[] as append_only, $3::text[] as read_only),
  place as (
    select n.oid, n.nspname as schema from pg_namespace n where n.nspname in (current_schema(), 'graphile_worker')),
  maker as (
    select c.relowner as oid from pg_class c
     where c.oid in (to_regclass('migration'), to_regclass('graphile_worker.migrations'))
    union select r.oid from pg_roles r where r.rolname = current_user),
  relation as (
    select c.oid, c.relkind as kind, c.relacl as rights, c.relrowsecurity as is_by_row, format('%I.%I', p.schema, c.relname) as name,
           case when c.relname = any($3) or c.relkind = 'v' then '{SELECT}'::text[]
                when c.relname = any($2) then '{SELECT,INSERT}'
                else '{SELECT,INSERT,UPDATE,DELETE}' end as allowed
      from place p join pg_class c on c.relnamespace = p.oid
     where c.relkind in ('r', 'p', 'v', 'S') and c.relowner in (select m.oid from maker m))`;

// What is there already is left alone, so that a second time changes nothing. $1 is the role.
const steps: readonly string[] = [
  `select format('grant usage on schema %I to %I', p.schema, $1)
     from place p where not has_schema_privilege($1, p.oid, 'usage')`,
  // What a role may make in the schema, functions of the owner could take for their own.
  `select format('revoke create on schema %I from public, %I', p.schema, $1)
     from place p where has_schema_privilege($1, p.oid, 'create')`,
  // Partitions and tables that are made later on.
  `select format('alter default privileges for role %I in schema %I grant %s to %I', r.rolname, p.schema, later.rights, $1)
     from place p, maker m join pg_roles r on r.oid = m.oid,
          (values ('select, insert, update, delete on tables'), ('usage on sequences')) later(rights)
    where pg_has_role(current_user, m.oid, 'usage')`,
  `select format('grant %s on %s to %I', string_agg(a, ', '), t.name, $1)
     from relation t, unnest(t.allowed) a
    where t.kind <> 'S' and not has_table_privilege($1, t.oid, a) group by t.name`,
  `select format('revoke %s on %s from %I', string_agg(a.privilege_type, ', '), t.name, $1)
     from relation t, aclexplode(t.rights) a join pg_roles r on r.oid = a.grantee
    where t.kind <> 'S' and r.rolname = $1 and a.privilege_type <> all (t.allowed) group by t.name`,
  `select format('grant usage on sequence %s to %I', t.name, $1)
     from relation t where case t.kind when 'S' then not has_sequence_privilege($1, t.oid, 'usage') end`,
  `select format('grant execute on function %s to %I', f.oid::regprocedure, $1)
     from place p join pg_proc f on f.pronamespace = p.oid
    where f.proowner in (select m.oid from maker m) and not has_function_privilege($1, f.oid, 'execute')`,
  // The job library keeps its tables from all but their owner, row by row. Who may what there is said by the rights above.
  `select format('create policy by_rights on %s using (true) with check (true)', t.name)
     from relation t where t.is_by_row and t.name like 'graphile\\_worker.%' and not exists (select from pg_policy y where y.polrelid = t.oid)`,
];

/**
 * Gives a role what the service needs of a migrated database and no more, and takes away what is more. In one transaction; given a second time
 * it changes nothing.
 * @param owner a session of the role that migrates
 */
export const giveRights = (
  owner: Client,
  role: string,
  { appendOnly, readOnly }: FewerRights,
): Promise<void> =>
  inBriefTransaction(owner, async () => {
    for (const text of steps)
      await perform(owner, `with ${places} select s.step from (${text}) s(step)`, [
        role,
        appendOnly,
        readOnly,
      ]);
  });

/** Statements that a query tells, as `step`. */
export async function perform(session: Client, text: string, values: unknown[]): Promise<void> {
  const { rows } = await session.query<{ step: string }>(text, values);
  for (const { step } of rows) await session.query(step);
}

/** Others are at work in a table, or have changed the same row of the catalogue. */
const passing = ['55P03', '40P01', 'XX000'];
const attempts = 300;
const restMs = 100;

/** Who waits for a table holds up all behind it: waits 50 ms at most, and begins anew while others are at work for longer. */
export async function inBriefTransaction(session: Client, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await session.query('begin');
      await session.query(`set local lock_timeout = '50ms'`);
      await work();
      await session.query('commit');
      return;
    } catch (error) {
      await session.query('rollback').catch(() => undefined);
      const isPassing = passing.includes((error as { code?: string }).code ?? '');
      if (!isPassing || attempt === attempts) throw error;
    }
    await pause(restMs);
  }
}

// Whoever owns the schema or the database may drop what lies there, and functions of the owner could take for their own what one makes there.
// A member of a role may become it.
const rewriter = `
  select current_user as role from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_database d
   where c.oid = any ($1::text[]::regclass[]) and d.datname = current_database()
     and (pg_has_role(c.relowner, 'member') or pg_has_role(n.nspowner, 'member') or pg_has_role(d.datdba, 'member')
       or has_schema_privilege(n.oid, 'create') or has_table_privilege(c.oid, 'update, delete, truncate')) limit 1`;

/** @returns the role of these sessions, where it may change or remove rows of one of the tables, or could let itself */
export async function rewriterOf(
  dataSource: DataSource,
  tables: readonly string[],
): Promise<string | undefined> {
  const [found] = await dataSource.query<{ role: string }[]>(rewriter, [tables]);
  return found?.role;
}
