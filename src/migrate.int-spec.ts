import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import {
  createEmptyDatabase,
  createTestDatabase,
  execute,
  rowsOf,
  type TestDatabase,
} from '../test/support/database';
import { OwnersFault } from '#libs/persistence/service-role';
import { openDataSource } from '#libs/persistence/data-source';
import { toDivideRows } from '#libs/persistence/row-security';
import { spanningRoleOf } from '#libs/persistence/spanning-role';
import { ormOptions } from '../ormconfig';
import { migrate, migrationAdvice, requireAddresses, revertLast, toldMigrations } from './migrate';

const run = randomBytes(4).toString('hex');
const owner = `owner_${run}`;
const service = `service_${run}`;
const password = 'dX4vR8mQ2w';

/** Who may what: all that is granted, and to whom by default. */
const granted = `
  select c.oid::regclass::text as name, c.relacl::text as rights from pg_class c where c.relacl is not null
  union all select p.oid::regprocedure::text, p.proacl::text from pg_proc p where p.proacl is not null
  union all select n.nspname, n.nspacl::text from pg_namespace n
  union all select 'later ' || d.defaclobjtype::text, d.defaclacl::text from pg_default_acl d
  union all select y.polname, y.polrelid::regclass::text from pg_policy y
  order by 1, 2`;

const divided =
  "select distinct c.relname as name from pg_policy y join pg_class c on c.oid = y.polrelid where c.relnamespace = 'public'::regnamespace order by 1";
const silent = pino({ level: 'silent' });

describe('migrations by an owner who is no superuser', () => {
  let database: TestDatabase;
  const by = (username: string, url = database.url): string =>
    Object.assign(new URL(url), { username, password }).href;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    const [name] = await rowsOf<{ name: string }>(database.url, 'select current_database() as name');
    await execute(
      database.url,
      ...[owner, service].map((role) => `create role ${role} login password '${password}'`),
      `alter database ${name?.name} owner to ${owner}`,
      // As a database has it that was made before PostgreSQL 15.
      'grant create on schema public to public',
      'create table of_somebody_else (n int)',
    );
    await migrate(by(service), by(owner));
  });
  afterAll(async () => {
    const url = database?.url ?? '';
    await database?.drop();
    const other = new URL(url);
    other.pathname = '/postgres';
    await execute(other.href, ...[service, owner].map((role) => `drop role ${role}`));
  });

  it('give the role of the service its rights, which a second time leaves as they are', async () => {
    const before = await rowsOf(database.url, granted);
    expect(before).toContainEqual({
      name: 'credit_ledger_entry',
      rights: `{${owner}=arwdDxtm/${owner},${service}=ar/${owner}}`,
    });
    await migrate(by(service), by(owner));
    expect(await rowsOf(database.url, granted)).toEqual(before);
  });

  it('take away what it has too much', async () => {
    const before = await rowsOf(database.url, granted);
    await execute(
      by(owner),
      `grant update, delete, truncate, trigger on credit_ledger_entry to ${service}`,
      `grant truncate on customer to ${service}`,
      `grant insert on migration to ${service}`,
    );
    await migrate(by(service), by(owner));
    expect(await rowsOf(database.url, granted)).toEqual(before);
  });

  it('give it what is missing', async () => {
    const before = await rowsOf(database.url, granted);
    await execute(
      by(owner),
      `revoke select, insert on customer from ${service}`,
      `drop policy by_rights on graphile_worker._private_jobs`,
    );
    await migrate(by(service), by(owner));
    expect(await rowsOf(database.url, granted)).toEqual(before);
  });

  it('keep no rows apart where the owner may make no role for that, and say so', async () => {
    expect(await migrate(by(service), by(owner))).toBe(false);
    expect(await rowsOf(database.url, divided)).toEqual([]);
    expect(toDivideRows(service)).toMatch(`create that one (nologin), grant it to "${service}"`);
  });

  it('keep them apart once an operator has made that role, which a second time leaves as it is', async () => {
    const spanning = spanningRoleOf(service);
    await execute(database.url, `create role ${spanning}`, `grant ${spanning} to ${service}`);
    try {
      expect(await migrate(by(service), by(owner))).toBe(true);
      const before = await rowsOf(database.url, granted);
      const tables = await rowsOf<{ name: string }>(database.url, divided);
      expect(tables.length).toBeGreaterThan(80);
      expect(tables).not.toContainEqual({ name: 'member_environment' });
      expect(before).toContainEqual({
        name: 'awaited_delivery',
        rights: `{${owner}=arwdDxtm/${owner},${service}=arwd/${owner},${spanning}=rd/${owner}}`,
      });
      await execute(
        by(owner),
        `grant insert on invoice to ${spanning}`,
        `revoke select on invoice from ${spanning}`,
        // Of what is in no list any more nothing is left.
        `grant select on contract to ${spanning}`,
      );
      expect(await migrate(by(service), by(owner))).toBe(true);
      expect(await rowsOf(database.url, granted)).toEqual(before);
      await execute(database.url, `revoke ${spanning} from ${service}`);
      await expect(openDataSource(ormOptions(by(service)), silent)).rejects.toThrow(
        `it may not become "${spanning}" any more`,
      );
    } finally {
      await execute(database.url, `drop owned by ${spanning}`, `drop role ${spanning}`);
    }
  });

  it('let nobody but the owner make anything in the schema', async () => {
    await expect(execute(by(service), 'create table mine (n int)')).rejects.toThrow('permission denied');
  });

  it('give no right to the tables of others', async () => {
    await expect(execute(by(service), 'select from of_somebody_else')).rejects.toThrow('permission denied');
  });

  it('a table that comes later can be written before the rights are given anew', async () => {
    await execute(by(owner), 'create table later (n int)');
    await execute(by(service), 'insert into later values (1)', 'update later set n = 2', 'delete from later');
    await expect(execute(by(service), 'truncate later')).rejects.toThrow('permission denied');
    await execute(by(owner), 'drop table later');
  });

  it('two databases are refused, and none is touched', async () => {
    const other = await createTestDatabase();
    try {
      await execute(other.url, `delete from migration where name like 'ExpandOwnedEventDays%'`);
      await expect(migrate(by(service), other.url)).rejects.toThrow(
        /^DATABASE_MIGRATION_URL and DATABASE_URL lead to two databases/,
      );
      expect(
        await rowsOf(other.url, `select from migration where name like 'ExpandOwnedEventDays%'`),
      ).toEqual([]);
    } finally {
      await other.drop();
    }
  });

  it('what the connection of the owner meets is told as of that one', async () => {
    const absent = migrate(by(service), by('nobody_here'));
    await expect(absent).rejects.toBeInstanceOf(OwnersFault);
    await expect(absent).rejects.toMatchObject({ cause: { code: '28000' } });
    await expect(migrate(by('nobody_here'), by(owner))).rejects.not.toBeInstanceOf(OwnersFault);
  });
});

describe('migrations that are shown and taken back', () => {
  let database: TestDatabase;

  beforeAll(async () => (database = await createTestDatabase()));
  afterAll(() => database?.drop());

  const urls = () => ({ url: database.url, ownerUrl: database.url });

  it('each stands in a line, with whether it was done; one is taken back at a time, and comes again', async () => {
    const before = await toldMigrations(urls());
    expect(before).toMatch(/^\[X\] \w+\d{13}\n/);
    expect(before).not.toContain('[ ]');
    const last = before.split('\n').at(-2)?.slice('[X] '.length) as string;
    expect(await revertLast(urls())).toBe(`${last} was taken back.`);
    const after = await toldMigrations(urls());
    expect(after).toContain(`\n[ ] ${last}\n`);
    expect(after.match(/\[ \]/g)).toHaveLength(1);
    await migrate(database.url);
    expect(await toldMigrations(urls())).toBe(before);
  });

  it('none of an empty database was done', async () => {
    const empty = await createEmptyDatabase();
    try {
      const its = { url: empty.url, ownerUrl: empty.url };
      expect(await toldMigrations(its)).toMatch(/^\[ \] .*\n0 of \d+ migrations are done\.$/s);
      expect(await revertLast(its)).toBe('No migration was done: nothing is taken back.');
    } finally {
      await empty.drop();
    }
  });

  it('a database that the owner does not reach is told as that of the owner', async () => {
    const away = { url: database.url, ownerUrl: 'postgres://owner@127.0.0.1:1/none' };
    for (const command of [toldMigrations, revertLast]) {
      const fault: unknown = await command(away).catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(OwnersFault);
      expect(migrationAdvice(fault, away)).toMatch(/^Nothing listens at .*DATABASE_MIGRATION_URL/);
    }
  });

  it.each(['DATABASE_URL', 'DATABASE_MIGRATION_URL'])(
    'what is no address in %s is told before it is looked for',
    (name) => {
      expect(() => requireAddresses({ [name]: 'db.example' })).toThrow(
        new RegExp(`^${name} must be an address starting with postgres://`),
      );
      requireAddresses({ [name]: database.url });
    },
  );
});
