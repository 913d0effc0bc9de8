import { Client } from 'pg';
import { takeTurn } from './data-source';
import { makeSpanningRole } from './row-security';
import { giveRights, inBriefTransaction, perform, type FewerRights } from './service-role';

/** Two ways into one database. */
export interface DatabaseUrls {
  /** Of the service. */
  url: string;
  /** Of who migrates. */
  ownerUrl: string;
}

export const embeddedRoles = { service: 'entitlements_service', owner: 'entitlements_owner' } as const;
const { service, owner } = embeddedRoles;

/**
 * Two roles in an embedded database, which its superuser made: one owns all of ours that lies there, the other one works. What earlier releases
 * made as the superuser is handed over; where all is as it should be, nothing is changed. They have no passwords, for the server asks nobody for one.
 * @param url of the superuser, who stays for tools
 */
export async function divideRoles(url: string, fewer: FewerRights): Promise<DatabaseUrls> {
  const session = new Client({ connectionString: url });
  session.on('error', () => undefined);
  await session.connect();
  try {
    await takeTurn(session);
    await makeRoles(session);
    await handOver(session);
    if (!(await isServed(session))) await giveRightsAsOwner(session, fewer);
  } finally {
    await session.end();
  }
  return { url: by(url, service), ownerUrl: by(url, owner) };
}

function by(url: string, role: string): string {
  const other = new URL(url);
  other.username = role;
  return other.href;
}

async function makeRoles(session: Client): Promise<void> {
  await perform(
    session,
    `select format('create role %I login', r) as step from unnest($1::text[]) r where r not in (select rolname from pg_roles)`,
    [[owner, service]],
  );
  await makeSpanningRole(session, service);
  await perform(
    session,
    `select format('alter database %I owner to %I', d.datname, r.rolname) as step
       from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = $1::text and d.datdba <> r.oid`,
    [owner],
  );
}

// Made by the superuser alone: tables that tools have made beside ours are not asked for, once ours are handed over.
const handingOver = `
  with place as (
    select n.oid, n.nspname as schema from pg_namespace n where n.nspname in (current_schema(), 'graphile_worker')),
  maker as (select c.relowner as oid from pg_class c where c.oid = to_regclass('migration')),
  named as (
    select 'schema' as kind, format('%I', n.nspname) as name, n.nspowner as owner
      from place p join pg_namespace n on n.oid = p.oid
    union all
    select case c.relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, format('%I.%I', p.schema, c.relname), c.relowner
      from place p join pg_class c on c.relnamespace = p.oid
     where c.relkind in ('r', 'p', 'v') or c.relkind = 'S' and not exists (
             select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))
    union all
    select 'routine', f.oid::regprocedure::text, f.proowner from place p join pg_proc f on f.pronamespace = p.oid
    union all
    select 'type', format('%I.%I', p.schema, t.typname), t.typowner
      from place p join pg_type t on t.typnamespace = p.oid left join pg_class c on c.oid = t.typrelid
     where t.typtype in ('e', 'd') or c.relkind = 'c')
  select format('alter %s %s owner to %I', o.kind, o.name, $1::text) as step
    from named o join maker m on m.oid = o.owner where m.oid <> (select oid from pg_roles where rolname = $1::text)`;

/** Of one that is not migrated yet the owner will have made all. */
async function handOver(session: Client): Promise<void> {
  await inBriefTransaction(session, () => perform(session, handingOver, [owner]));
}

/** Rights are given all at once, so one of them tells of all. */
async function isServed(session: Client): Promise<boolean> {
  const { rows } = await session.query<{ served: boolean }>(
    `select coalesce(has_table_privilege($1::name, to_regclass('migration'), 'select'), true) as served`,
    [service],
  );
  return rows[0]?.served === true;
}

async function giveRightsAsOwner(session: Client, fewer: FewerRights): Promise<void> {
  await session.query(`set role ${owner}`);
  await giveRights(session, service, fewer);
}
