import * as z from 'zod';
import { parseJwtPublicKey } from '#libs/credentials/jwt-public-key';
import {
  isWellFormedKeySecret,
  keySecretForm,
  makeKeyCommand,
  type KeyPrefix,
} from '#libs/credentials/key-secret';
import { environmentTypes } from '#libs/kernel/environment-type';
import {
  connectionList,
  flag,
  hostList,
  oneOf,
  origin,
  originList,
  positiveNumber,
  publicAddress,
  readAs,
  shortText,
  faultOfUrl,
  urlOf,
  wholeNumber,
} from './env-types';
import { isSampleSecret, makeSecretCommand } from './sample-secret';

interface Documentation {
  meaning: string;
  /** What an unset variable means, in words; only where the schema has no default of its own. */
  whenUnset?: string;
}

export const documentation = z.registry<Documentation>();

const documented = <S extends z.ZodType>(schema: S, meaning: string, whenUnset?: string): S => {
  documentation.add(schema, { meaning, whenUnset });
  return schema;
};

const bootstrapKey = (prefix: KeyPrefix) =>
  readAs(
    `must start with ${prefix} and have the form ${keySecretForm}; make one with: ${makeKeyCommand(prefix)}`,
    (text) => (text.startsWith(prefix) && isWellFormedKeySecret(text) ? text : undefined),
  ).optional();

const secretList = () =>
  readAs(
    `must be secrets of at least 16 characters each, none of them a sample value, separated by commas; make one with: ${makeSecretCommand}`,
    (text) => {
      const secrets = text.split(',').map((each) => each.trim());
      return secrets.every((each) => each.length >= 16 && !isSampleSecret(each)) ? secrets : undefined;
    },
  );

const jwtPublicKey = () =>
  readAs(
    'must be a public key for RS256 (2048 bits or more), ES256 (P-256) or EdDSA (Ed25519): PEM that starts with ' +
      '-----BEGIN PUBLIC KEY-----, or JWK JSON; never a private key',
    parseJwtPublicKey,
  ).optional();

const claim = () =>
  readAs('must be the name of a claim and its value, such as amr=sso', (text) => {
    const [, name, value] = /^([^=\s]{1,255})=(\S.{0,254})$/s.exec(text) ?? [];
    return name === undefined || value === undefined ? undefined : { name, value };
  }).optional();

const postgres = ['postgres', 'postgresql'] as const;
const postgresUrl = () => urlOf(...postgres).optional();

/** What is wrong with the address of a database, as of DATABASE_URL; undefined where nothing is. The address is not repeated: it has a password. */
export const faultOfDatabaseUrl = (text: string): string | undefined => faultOfUrl(text, ...postgres);

/** Every variable the service reads, with type, default and meaning. Spec: operations.md, Environment variables */
export const environmentVariables = z.object({
  NODE_ENV: documented(shortText().default('development'), 'production is stricter: see the variables below'),
  PORT: documented(wholeNumber(0, 65_535).default(3000), 'port it listens on; 0 takes a free one'),
  HOST: documented(shortText().default('127.0.0.1'), 'address it listens on; 0.0.0.0 for every interface'),
  PUBLIC_URL: documented(
    publicAddress().optional(),
    'address by which browsers reach the service, that of its pages for payers',
    'http://localhost: and PORT',
  ),
  DATABASE_URL: documented(postgresUrl(), 'PostgreSQL 15 or later', 'unset starts the embedded database'),
  DATABASE_MIGRATION_URL: documented(
    postgresUrl(),
    'by which migrations are run: the owner of the tables, where the role of DATABASE_URL has only the rights that the service needs',
    'unset migrates by DATABASE_URL; the embedded database has an owner of its own',
  ),
  DATABASE_REPLICA_URL: documented(
    postgresUrl(),
    'streaming replica of DATABASE_URL, by the same role: lists and reports are read there once it has all that was committed before, never what a write decides by',
    'unset reads from DATABASE_URL',
  ),
  DATABASE_POOL_SIZE: documented(wholeNumber(1, 1000).default(10), 'database connections per process'),
  DATA_DIR: documented(
    z.string().default('.data'),
    'folder of the embedded database and of the secrets made at the first start',
  ),
  EMBEDDED_DATABASE: documented(
    oneOf('auto', 'never', 'allow').default('auto'),
    'never refuses to start without DATABASE_URL; NODE_ENV=production needs allow for the embedded database',
  ),
  MIGRATE_ON_START: documented(
    flag().optional(),
    'brings the schema up to date at start; without it an older schema refuses to start and names the command',
    'true on the embedded database, false elsewhere',
  ),
  BOOTSTRAP_SERVER_KEY: documented(
    bootstrapKey('server-'),
    'full access key of the first environment of an empty database',
    'generated; on the embedded default written to keys.json in DATA_DIR',
  ),
  BOOTSTRAP_PUBLISHABLE_KEY: documented(
    bootstrapKey('client-'),
    'publishable key of the first environment of an empty database',
    'generated; on the embedded default written to keys.json in DATA_DIR',
  ),
  BOOTSTRAP_ACCOUNT: documented(shortText().default('default'), 'name of the first account'),
  BOOTSTRAP_ENVIRONMENT: documented(shortText().default('production'), 'name of the first environment'),
  BOOTSTRAP_ENVIRONMENT_TYPE: documented(
    oneOf(...environmentTypes).optional(),
    'what the first environment is for: DEVELOPMENT, SANDBOX or PRODUCTION',
    'DEVELOPMENT on the embedded default outside NODE_ENV=production, else PRODUCTION',
  ),
  BOOTSTRAP_OWNER_SUBJECT: documented(
    shortText().optional(),
    'sub of the user JWT that becomes the first OWNER',
    'unset makes none',
  ),
  API_KEY_PEPPER: documented(
    secretList().optional(),
    'secrets of at least 16 characters under which the digests of API keys lie in the database, separated by commas: the first makes them, all find keys; a key whose pepper is gone has ended',
    'generated into DATA_DIR on the embedded default, required elsewhere',
  ),
  SEALING_KEYS: documented(
    secretList().optional(),
    'secrets of at least 16 characters under which the credentials of integrations and the secrets of customer tokens lie in the database, separated by commas: the first seals, all open',
    'generated into DATA_DIR on the embedded default; elsewhere no credentials are taken and no secrets made',
  ),
  STRIPE_API_URL: documented(
    origin().optional(),
    'where the API of Stripe is reached: https, outside NODE_ENV=production also http on the own machine',
    "unset takes Stripe's own host",
  ),
  JWT_ISSUER: documented(shortText().optional(), 'iss of user JWTs, exact', 'unset refuses Bearer tokens'),
  JWT_AUDIENCE: documented(shortText().optional(), 'aud of user JWTs, exact', 'unset refuses Bearer tokens'),
  JWT_JWKS_URL: documented(
    urlOf('https', 'http').optional(),
    'where the public keys of user JWTs are fetched (RS256, ES256, EdDSA); this or JWT_PUBLIC_KEY',
    'unset',
  ),
  JWT_PUBLIC_KEY: documented(
    jwtPublicKey(),
    'the public key of user JWTs as PEM (SPKI) or JWK JSON; this or JWT_JWKS_URL',
    'unset',
  ),
  JWT_SSO_CLAIM: documented(
    claim(),
    'claim of user JWTs, and its value, that says single sign-on was the way, such as amr=sso; accounts of access SSO let in no other token',
    'no token says so',
  ),
  REDIS_URL: documented(
    urlOf('redis', 'rediss').optional(),
    'Redis that shares the rate-limit counters among processes',
    'unset counts per process',
  ),
  RATE_LIMIT_ENABLED: documented(flag().default(true), 'false switches limits off, for tests and benchmarks'),
  RATE_LIMIT_SCALE: documented(positiveNumber(1_000_000).default(1), 'multiplies the table of rate limits'),
  TRUST_PROXY: documented(wholeNumber(0, 100).default(0), 'hops of proxies whose X-Forwarded-* is believed'),
  CORS_ORIGINS: documented(
    originList().optional(),
    'origins whose pages may call the operations of a publishable key, separated by commas',
    'unset allows none',
  ),
  METRICS_PORT: documented(
    wholeNumber(0, 65_535).optional(),
    'port of a listener of its own for /metrics',
    'unset serves /metrics on PORT',
  ),
  CONSOLE_ENABLED: documented(flag().default(true), 'serves the console at /console'),
  CONSOLE_OIDC_CLIENT_ID: documented(
    shortText().optional(),
    'the client by which people sign in to the console at JWT_ISSUER, by OpenID Connect: a public one, with PKCE, that may come back to /console',
    'the console is opened by a server key alone',
  ),
  CONSOLE_OIDC_SCOPE: documented(
    shortText().default('openid'),
    'what is asked for there, separated by spaces; openid must be among it',
  ),
  GRAPHIQL_ENABLED: documented(
    flag().optional(),
    'serves GraphiQL at GET /graphql',
    'true, in production false',
  ),
  GRAPHQL_INTROSPECTION: documented(
    flag().optional(),
    'introspection for every caller; false keeps it to server keys',
    'true, in production false',
  ),
  LOG_LEVEL: documented(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
    'fatal, error, warn, info, debug, trace or silent',
  ),
  LOG_FORMAT: documented(
    oneOf('json', 'pretty').optional(),
    'json or pretty',
    'pretty on a terminal, else json',
  ),
  BODY_LIMIT_BYTES: documented(
    wholeNumber(1, 1_073_741_824).default(1_048_576),
    'largest body of a request; 413 past it. Catalog documents take 8 MiB at least',
  ),
  REQUEST_TIMEOUT_MS: documented(
    wholeNumber(100, 3_600_000).default(30_000),
    'time a request has to arrive, headers and body, from the first moment of a new connection; 408 past it',
  ),
  CONNECTION_TIMEOUT_MS: documented(
    wholeNumber(100, 3_600_000).default(120_000),
    'silence after which a connection is cut, while an answer is made or read too',
  ),
  USAGE_GRACE_HOURS: documented(
    wholeNumber(1, 72).default(1),
    'hours after the end of a period in which its usage may still come in; invoices with usage wait for them. An environment may choose its own',
  ),
  EVENTS_RETENTION_DAYS: documented(
    wholeNumber(62, 36_500).default(400),
    'days that raw events are kept, by their UTC day; older ones leave the feed and can be counted anew no more. Counts stay',
  ),
  WEBHOOK_PRIVATE_HOSTS: documented(
    hostList().optional(),
    'names, addresses and networks (10.1.0.0/16) of receivers of webhooks that may be private, separated by commas; all others must be public',
    'none in NODE_ENV=production, else localhost and the addresses of the own machine',
  ),
  DATA_EXPORT_DIR: documented(
    z.string().optional(),
    'folder below which FILE destinations of the data export write',
    'unset refuses FILE destinations',
  ),
  DATA_EXPORT_CONNECTIONS: documented(
    connectionList().optional(),
    'databases that POSTGRES destinations of the data export may choose, as JSON of name and address; an address never leaves the service',
    'unset refuses POSTGRES destinations',
  ),
  CHECK_STALENESS_MS: documented(
    wholeNumber(0, 30_000).optional(),
    'how old an answer from memory may be where several processes run; X-Entitlements-Staleness-Ms tells how old it is',
    'exact: a check sees every write that was acknowledged before it, by whichever process',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: documented(
    urlOf('http', 'https').optional(),
    'where a collector of OpenTelemetry takes traces over HTTP, such as http://localhost:4318; /v1/traces is put behind it. All other OTEL_ variables of its SDK count too: headers, sampler, batches, attributes of the resource',
    'unset with the next one: no traces, and nothing of OpenTelemetry is loaded',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: documented(
    urlOf('http', 'https').optional(),
    'the same as a whole address, for traces alone',
    'unset takes OTEL_EXPORTER_OTLP_ENDPOINT',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: documented(
    oneOf('http/json').default('http/json'),
    'how traces are told; every collector takes it where it takes http/protobuf',
  ),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: documented(
    oneOf('http/json').optional(),
    'the same for traces alone',
    'unset',
  ),
  OTEL_TRACES_EXPORTER: documented(oneOf('otlp', 'none').default('otlp'), 'none switches traces off'),
  OTEL_SDK_DISABLED: documented(flag().default(false), 'true switches traces off'),
  OTEL_SERVICE_NAME: documented(shortText().default('entitlements-service'), 'what traces call the service'),
  SHUTDOWN_GRACE_MS: documented(wholeNumber(0, 3_600_000).default(10_000), 'drain time on SIGTERM'),
});

export type VariableName = keyof typeof environmentVariables.shape;
export const variableNames = Object.keys(environmentVariables.shape) as VariableName[];
export type VariableValues = z.output<typeof environmentVariables>;
