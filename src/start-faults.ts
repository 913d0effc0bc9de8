import type { Environment } from '#libs/config/env';
import { embeddedRoles, type DatabaseUrls } from '#libs/persistence/embedded-roles';
import { OwnersFault } from '#libs/persistence/service-role';
import { ForeignSession } from '#libs/persistence/session-check';
import { lineScrubber } from '#libs/telemetry/log-scrub';

/** An error whose message tells the administrator what to do. Those of libs say so by the same field. */
export class Advice extends Error {
  readonly isAdvice = true;
}

const isAdvice = (error: unknown): error is Advice =>
  error instanceof Error && (error as Partial<Advice>).isAdvice === true;

/** The fields of an error of the system, the network or the database that decide what is to be done. */
interface Fault {
  /** SQLSTATE, or the name of the system's error. */
  readonly code: string;
  readonly message: string;
  readonly syscall?: string;
  readonly path?: string;
  readonly port?: number;
  readonly hostname?: string;
}

export function tellStartFault(error: unknown, environment: Environment): void {
  process.stderr.write(`${startFault(error, environment)}\n`);
}

/** A cause and what to do, in one line; the stack only for who asks for details. */
export function startFault(error: unknown, environment: Environment): string {
  const scrub = lineScrubber(environment.apiKeyPeppers ?? []);
  const isDetailed = environment.logLevel === 'debug' || environment.logLevel === 'trace';
  const detail = isDetailed && error instanceof Error ? `\n${error.stack}` : '';
  return scrub(startAdvice(error, environment) + detail);
}

export function startAdvice(error: unknown, environment: Environment): string {
  if (error instanceof OwnersFault) return adviceOn(error.cause, environment, ownersTargetOf(environment));
  return adviceOn(error, environment, targetOf(environment));
}

/** Why a command on the migrations of a database failed, and what to do. The statement that failed has been told. */
export function migrationAdvice(error: unknown, { url, ownerUrl }: DatabaseUrls): string {
  const isOwners = error instanceof OwnersFault;
  const cause = isOwners ? error.cause : error;
  if (isAdvice(cause)) return inOneLine(cause.message);
  const target = isOwners
    ? targetBy('DATABASE_MIGRATION_URL', ownerUrl, embeddedRoles.owner)
    : targetBy('DATABASE_URL', url, embeddedRoles.service);
  const fault = faultOf(cause);
  return inOneLine(databaseAdvice(fault, target) ?? `The command failed at ${target.name}: ${fault.message}`);
}

function adviceOn(error: unknown, environment: Environment, target: Target): string {
  if (isAdvice(error)) return inOneLine(error.message);
  if (error instanceof ForeignSession) return poolerAdvice(target, error.message);
  const fault = faultOf(error);
  const advice =
    listenAdvice(fault, environment) ??
    fileAdvice(fault, environment) ??
    databaseAdvice(fault, target) ??
    refusedAdvice(fault, target);
  if (advice) return inOneLine(advice);
  return `The service could not start: ${inOneLine(fault.message)} (LOG_LEVEL=debug tells where)`;
}

/** What the driver and the system know as `code`; several addresses of one host fail together. */
function faultOf(error: unknown): Fault {
  const given = (typeof error === 'object' && error !== null ? error : {}) as Partial<Fault> & {
    errors?: unknown[];
  };
  const { code, syscall, path, port, hostname } = given;
  const [first] = given.errors ?? [];
  const message = given.message || (first instanceof Error ? first.message : String(error));
  return { code: typeof code === 'string' ? code : '', message, syscall, path, port, hostname };
}

const linesAtMost = 500;

/** A long text is the end of a log: its first line says what failed, and the server's own last words why. */
function inOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const [first = ''] = lines;
  const whole = lines.filter((line) => line !== '').join(' ');
  if (whole.length <= linesAtMost) return whole;
  const words = lines.slice(1).findLast((line) => /FATAL|PANIC|ERROR|error:/.test(line)) ?? lines[1] ?? '';
  return `${first} ${words}`.trim().slice(0, 2 * linesAtMost);
}

function listenAdvice(
  { code, syscall, port, hostname }: Fault,
  environment: Environment,
): string | undefined {
  const { host } = environment;
  if (syscall === 'getaddrinfo' && hostname === host) {
    return `HOST names ${host}, which this machine does not know: set HOST to an address of this machine`;
  }
  if (syscall !== 'listen' && syscall !== 'bind') return undefined;
  const isMetrics = port === environment.metricsPort && port !== environment.port;
  const variable = isMetrics ? 'METRICS_PORT' : 'PORT';
  const known: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use: stop what listens there, or set ${variable} to another port`,
    EACCES: `This user may not listen on port ${port}: set ${variable} to one above 1023`,
    EADDRNOTAVAIL: `${host} is no address of this machine: set HOST to one, or to 0.0.0.0 for all of them`,
  };
  return known[code];
}

const unwritable: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is no folder',
  EEXIST: 'a part of the path is no folder',
  ENOENT: 'the folder cannot be made there',
  EISDIR: 'it is a folder',
};

function fileAdvice({ code, path }: Fault, { dataDir }: Environment): string | undefined {
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The disk of DATA_DIR (${dataDir}) is full: make room and start again, or set DATA_DIR to a folder on another disk`;
  }
  const reason = path === undefined ? undefined : unwritable[code];
  return (
    reason &&
    `DATA_DIR (${dataDir}) cannot be used: reading or writing ${path} failed, ${reason} (${code}). ` +
      'Make it a folder of the user that runs the service, or set DATA_DIR to another one'
  );
}

interface Target {
  /** As in `the database at db.example:5432 (DATABASE_URL)`. */
  name: string;
  variable: 'DATABASE_URL' | 'DATABASE_MIGRATION_URL';
  host: string;
  role: string;
  database: string;
}

const targetOf = ({ databaseUrl }: Environment): Target =>
  targetBy('DATABASE_URL', databaseUrl, embeddedRoles.service);

const ownersTargetOf = ({ databaseMigrationUrl }: Environment): Target =>
  targetBy('DATABASE_MIGRATION_URL', databaseMigrationUrl, embeddedRoles.owner);

function targetBy(variable: Target['variable'], url: string | undefined, embeddedRole: string): Target {
  const embedded = {
    name: 'the embedded database',
    variable,
    host: '127.0.0.1',
    role: embeddedRole,
    database: 'entitlements',
  };
  if (url === undefined || !URL.canParse(url)) return embedded;
  const { host, hostname, username, pathname } = new URL(url);
  return {
    name: `the database at ${host} (${variable})`,
    variable,
    host: hostname,
    role: decodeURIComponent(username),
    database: decodeURIComponent(pathname.slice(1)),
  };
}

const poolerAdvice = (target: Target, seen: string): string =>
  `Between the service and ${target.name} something drops the settings of its sessions (${seen}), as PgBouncer does: ` +
  'connect directly, or through a pooler with pool_mode=session, and give the role the settings of docs/operations/poolers.md';

const silent =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated due to connection timeout)/;
const cut = /^(Connection terminated|Client has encountered a connection error)|socket hang up/;

function databaseAdvice(fault: Fault, target: Target): string | undefined {
  const { code, message } = fault;
  const { name, variable, host, role, database } = target;
  if (code === '08P01' && message.includes('startup parameter')) return poolerAdvice(target, message);
  if (silent.test(message)) {
    return `No answer within 2 s from ${name}: start it, open the way to it, or correct ${variable}`;
  }
  if (cut.test(message) || code === 'ECONNRESET' || code === 'EPIPE') {
    return `The connection was closed by ${name}: see its log; does PostgreSQL listen there, and is it ready?`;
  }
  if (message.startsWith('SASL')) {
    return `The role "${role}" needs another password for ${name}: correct the password in ${variable}`;
  }
  const known: Record<string, string> = {
    ECONNREFUSED: `Nothing listens at ${name}: start it, or correct ${variable}`,
    ENOTFOUND: `${variable} names the host ${host}, which is unknown: correct it, or the name service`,
    EAI_AGAIN: `${variable} names the host ${host}, and the name service does not answer: correct one of them`,
    ETIMEDOUT: `No answer from ${name}: start it, open the way to it, or correct ${variable}`,
    EHOSTUNREACH: `There is no way to ${name}: correct ${variable} or the network`,
    ENETUNREACH: `There is no way to ${name}: correct ${variable} or the network`,
    '28P01': `The password of the role "${role}" is refused by ${name}: correct it in ${variable}`,
    '28000': `The role "${role}" is refused by ${name} (${message}): make the role, admit it in pg_hba.conf, or correct ${variable}`,
    '3D000': `There is no database "${database}" at ${host}: make it (createdb ${database}), or correct ${variable}`,
    '42501': `The role "${role}" lacks a right in ${name} (${message}): grant it, or migrate by the owner's role, named by DATABASE_MIGRATION_URL`,
    '53100': `The disk of ${name} is full (${message}): make room and start again`,
    '53300': `All connections of ${name} are taken (${message}): set DATABASE_POOL_SIZE lower, or max_connections higher`,
    '57P03': `Not ready yet: ${name} says "${message}"; start again when it is`,
  };
  return known[code];
}

function refusedAdvice({ code, message }: Fault, { name }: Target): string | undefined {
  if (!/^[0-9A-Z]{5}$/.test(code) || !/\d/.test(code)) return undefined;
  return `A statement of the start was refused by ${name} (SQLSTATE ${code}: ${message}): LOG_LEVEL=debug tells which`;
}
