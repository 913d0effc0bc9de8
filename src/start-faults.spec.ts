import { loadEnvironment } from '#libs/config/env';
import { OwnersFault } from '#libs/persistence/service-role';
import { ForeignSession } from '#libs/persistence/session-check';
import { Advice, migrationAdvice, startAdvice } from './start-faults';

const environment = loadEnvironment(
  {
    DATABASE_URL: 'postgres://keeper:hidden-word@db.example:5433/billing',
    API_KEY_PEPPER: 'qT7vK2mXw9LzR4bNd8Hs',
    DATA_DIR: '/srv/entitlements',
    PORT: '3000',
    METRICS_PORT: '9100',
  },
  false,
);
const fault = (facts: object): Error => Object.assign(new Error('the words of the system'), facts);

describe('a fault of the start says in one line what to do', () => {
  it.each<[Error, RegExp]>([
    [
      fault({ code: 'ECONNREFUSED', syscall: 'connect' }),
      /^Nothing listens at the database at db\.example:5433/,
    ],
    [
      fault({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'db.example' }),
      /host db\.example, which is unknown/,
    ],
    [
      fault({ code: 'EAI_AGAIN', syscall: 'getaddrinfo', hostname: 'db.example' }),
      /the name service does not answer/,
    ],
    [fault({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: environment.host }), /^HOST names /],
    [fault({ code: 'EHOSTUNREACH', syscall: 'connect' }), /^There is no way to the database at db\.example/],
    [new Error('timeout expired'), /^No answer within 2 s from .*correct DATABASE_URL/],
    [new Error('Connection terminated unexpectedly'), /^The connection was closed by .*see its log/],
    [
      new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
      /^The role "keeper" needs another/,
    ],
    [fault({ code: '28P01' }), /^The password of the role "keeper" is refused .*correct it in DATABASE_URL/],
    [fault({ code: '28000' }), /^The role "keeper" is refused .*the words of the system.*pg_hba\.conf/],
    [
      fault({ code: '3D000' }),
      /^There is no database "billing" at db\.example: make it \(createdb billing\)/,
    ],
    [fault({ code: '42501' }), /^The role "keeper" lacks a right .*the words of the system.*grant it/],
    [fault({ code: '53100' }), /^The disk of the database at db\.example:5433 .*is full.*make room/],
    [fault({ code: '53300' }), /^All connections .*are taken.*DATABASE_POOL_SIZE/],
    [fault({ code: '57P03' }), /^Not ready yet: .*start again when it is/],
    [
      fault({ code: '42P01' }),
      /^A statement of the start was refused .*SQLSTATE 42P01: the words of the system/,
    ],
    [
      Object.assign(new Error('unsupported startup parameter: options'), { code: '08P01' }),
      /^Between the service and .*pool_mode=session/,
    ],
    [new ForeignSession('statement_timeout is 0 ms, not 10000 ms'), /^Between .*statement_timeout is 0 ms/],
    [fault({ code: 'EADDRINUSE', syscall: 'listen', port: 3000 }), /^Port 3000 is in use: .*set PORT /],
    [
      fault({ code: 'EADDRINUSE', syscall: 'listen', port: 9100 }),
      /^Port 9100 is in use: .*set METRICS_PORT /,
    ],
    [
      fault({ code: 'EACCES', syscall: 'listen', port: 80 }),
      /may not listen on port 80: set PORT to one above 1023/,
    ],
    [
      fault({ code: 'EADDRNOTAVAIL', syscall: 'listen', port: 3000 }),
      /is no address of this machine: set HOST/,
    ],
    [
      fault({ code: 'EROFS', path: '/srv/entitlements/pepper' }),
      /^DATA_DIR .*the file system is read-only \(EROFS\)/,
    ],
    [
      fault({ code: 'EACCES', path: '/srv/entitlements' }),
      /^DATA_DIR .*this user may not \(EACCES\)\. Make it a folder/,
    ],
    [fault({ code: 'ENOSPC' }), /^The disk of DATA_DIR \(\/srv\/entitlements\) is full: make room/],
    [new Advice('First what it is:\n  then what to do.'), /^First what it is: then what to do\.$/],
    [new Error('a riddle'), /^The service could not start: a riddle \(LOG_LEVEL=debug tells where\)$/],
    [
      new AggregateError([fault({ code: 'ECONNREFUSED' })], ''),
      /^The service could not start: the words of the system/,
    ],
  ])('%s', (error, advice) => {
    const told = startAdvice(error, environment);
    expect(told).toMatch(advice);
    expect(told).not.toMatch(/\n|hidden-word/);
  });

  it.each<[Error, RegExp]>([
    [
      fault({ code: '28P01' }),
      /^The password of the role "owner" is refused by the database at db\.example:5434 \(DATABASE_MIGRATION_URL\): correct it in DATABASE_MIGRATION_URL$/,
    ],
    [
      fault({ code: 'ECONNREFUSED' }),
      /^Nothing listens .*:5434 .*: start it, or correct DATABASE_MIGRATION_URL$/,
    ],
    [fault({ code: 'ENOTFOUND' }), /^DATABASE_MIGRATION_URL names the host db\.example, which is unknown/],
    [fault({ code: '42501' }), /^The role "owner" lacks a right .*\(DATABASE_MIGRATION_URL\)/],
    [new Advice('What to do.'), /^What to do\.$/],
  ])('of the connection of migrations it names that one: %s', (cause, advice) => {
    const url = 'postgres://owner:hidden-word@db.example:5434/billing';
    const told = startAdvice(new OwnersFault(cause), { ...environment, databaseMigrationUrl: url });
    expect(told).toMatch(advice);
    expect(told).not.toMatch(/hidden-word/);
  });

  it('of the owner in the embedded database too', () => {
    const own = loadEnvironment({}, false);
    expect(startAdvice(new OwnersFault(fault({ code: '42501' })), own)).toMatch(
      /^The role "entitlements_owner" lacks a right in the embedded database/,
    );
  });

  it('of the log of a database of our own: the first line and its own last words', () => {
    const log = `PostgreSQL did not start in /x (exit 1):\n${'LOG: this and that\n'.repeat(50)}FATAL: the disk is full\nLOG: down`;
    expect(startAdvice(new Error(log), environment)).toBe(
      'The service could not start: PostgreSQL did not start in /x (exit 1): FATAL: the disk is full (LOG_LEVEL=debug tells where)',
    );
  });
});

describe('a database that was not migrated by command', () => {
  const url = 'postgres://keeper:hidden-word@db.example:5433/billing';
  const ownerUrl = 'postgres://owner:hidden-word@db.example:5433/billing';

  it.each<[string, Error, RegExp]>([
    ['of its own connection', fault({ code: 'ECONNREFUSED' }), /^Nothing listens .*correct DATABASE_URL$/],
    [
      "of the owner's",
      new OwnersFault(fault({ code: '28P01' })),
      /^The password of the role "owner" is refused .*correct it in DATABASE_MIGRATION_URL$/,
    ],
    ['with words of ours', new Advice('do this'), /^do this$/],
    [
      'with words of the system',
      fault({ code: '42P01' }),
      /^The command failed at the database at db\.example:5433 \(DATABASE_URL\): the words of the system$/,
    ],
  ])('says in one line what to do: a fault %s', (_whose, error, told) => {
    const advice = migrationAdvice(error, { url, ownerUrl });
    expect(advice).toMatch(told);
    expect(advice).not.toContain('hidden-word');
  });
});
