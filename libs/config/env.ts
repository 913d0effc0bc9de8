import type { KeyObject } from 'node:crypto';
import type { EnvironmentType } from '#libs/kernel/environment-type';
import type { PrivateHosts } from '#libs/outbound/reachable-addresses';
import { environmentRules, type EnvironmentFault, type GivenTexts } from './env-rules';
import { environmentVariables, variableNames, type VariableName, type VariableValues } from './env-variables';

export interface JwtSettings {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: { readonly jwksUrl: string } | { readonly publicKey: KeyObject };
  /** What a token says where single sign-on was the way; undefined: nothing says so. */
  readonly ssoClaim: SsoClaim | undefined;
}

/** How people sign in to the console, as the issuer of their tokens knows it. */
export interface ConsoleSignIn {
  readonly issuer: string;
  readonly audience: string;
  readonly clientId: string;
  /** Words between spaces. */
  readonly scope: string;
}

/** Where to is read by the SDK itself. */
export interface TracingSettings {
  readonly serviceName: string;
}

export interface SsoClaim {
  readonly name: string;
  readonly value: string;
}

/** Names and keys of what is made on an empty database. */
export interface BootstrapSettings {
  readonly serverKey: string | undefined;
  readonly publishableKey: string | undefined;
  readonly account: string;
  readonly environment: string;
  readonly environmentType: EnvironmentType;
  readonly ownerSubject: string | undefined;
}

/** What the process was told at start, validated; also the token under which it is injected. Spec: operations.md */
export abstract class Environment {
  abstract readonly isProduction: boolean;
  abstract readonly port: number;
  abstract readonly host: string;
  /** Without a slash at its end. */
  abstract readonly publicUrl: string;
  /** Undefined exactly when `isEmbedded`. */
  abstract readonly databaseUrl: string | undefined;
  abstract readonly isEmbedded: boolean;
  /** By which it is migrated. Undefined: by `databaseUrl`. */
  abstract readonly databaseMigrationUrl: string | undefined;
  abstract readonly databaseReplicaUrl: string | undefined;
  abstract readonly databasePoolSize: number;
  abstract readonly dataDir: string;
  abstract readonly migrateOnStart: boolean;
  abstract readonly bootstrap: BootstrapSettings;
  /** The first makes digests, all find keys. Undefined only when `isEmbedded`: then the bootstrap keeps one in `dataDir`. */
  abstract readonly apiKeyPeppers: readonly string[] | undefined;
  /** The first seals, all open. Undefined where `isEmbedded`: then the start keeps one in `dataDir`; elsewhere no credentials are taken. */
  abstract readonly sealingKeys: readonly string[] | undefined;
  /** Undefined: Stripe's own host. */
  abstract readonly stripeApiUrl: string | undefined;
  /** Undefined refuses every Bearer token. */
  abstract readonly jwt: JwtSettings | undefined;
  abstract readonly redisUrl: string | undefined;
  abstract readonly rateLimitEnabled: boolean;
  abstract readonly rateLimitScale: number;
  abstract readonly trustProxyHops: number;
  abstract readonly corsOrigins: readonly string[];
  abstract readonly metricsPort: number | undefined;
  abstract readonly consoleEnabled: boolean;
  /** Undefined: the console is opened by a server key alone. */
  abstract readonly consoleSignIn: ConsoleSignIn | undefined;
  abstract readonly graphiqlEnabled: boolean;
  abstract readonly graphqlIntrospection: boolean;
  abstract readonly logLevel: VariableValues['LOG_LEVEL'];
  abstract readonly logFormat: 'json' | 'pretty';
  abstract readonly bodyLimitBytes: number;
  abstract readonly requestTimeoutMs: number;
  abstract readonly connectionTimeoutMs: number;
  /** 1–72. Domain: contracts-billing V4 */
  abstract readonly usageGraceHours: number;
  /** 62 or more. Domain: entitlements-usage A15 */
  abstract readonly eventsRetentionDays: number;
  /** How old an answer from memory may be where several processes run; undefined: exact. ADR-0054 */
  abstract readonly checkStalenessMs: number | undefined;
  /** Undefined: nobody is told of traces. */
  abstract readonly tracing: TracingSettings | undefined;
  abstract readonly shutdownGraceMs: number;
  /** Receivers of webhooks that may be private. Domain: access-and-events W5 */
  abstract readonly webhookPrivateHosts: PrivateHosts;
  /** Undefined refuses FILE destinations. Domain: access-and-events W9 */
  abstract readonly dataExportDir: string | undefined;
  /** Addresses by their names; undefined refuses POSTGRES destinations. Domain: access-and-events W9 */
  abstract readonly dataExportConnections: ReadonlyMap<string, string> | undefined;
}

/** Every fault of the environment at once. The message names variables and requirements, never a value. */
export class EnvironmentError extends Error {
  constructor(readonly faults: readonly EnvironmentFault[]) {
    const lines = faults.map(({ variable, message }) => `  ${variable} ${message}`);
    super(
      [`The environment has ${faults.length} fault(s); correct them and start again:`, ...lines].join('\n'),
    );
    this.name = 'EnvironmentError';
  }
}

// Compose files and shells hand over unset variables as empty texts.
const givenTexts = (source: NodeJS.ProcessEnv): GivenTexts => {
  const given: Partial<Record<VariableName, string>> = {};
  for (const name of variableNames) {
    const text = source[name];
    if (text !== undefined && text.trim() !== '') given[name] = text;
  }
  return given;
};

/** Several may have been one that contains a comma, as releases took it: what it made is found still. ADR-0115 */
const peppersOf = (peppers: readonly string[]): string[] =>
  peppers.length > 1 ? [...peppers, peppers.join(',')] : [...peppers];

const ownMachine: PrivateHosts = { names: ['localhost'], networks: ['127.0.0.0/8', '::1'] };
const noHosts: PrivateHosts = { names: [], networks: [] };

const jwtSettings = (values: VariableValues): JwtSettings | undefined => {
  const { JWT_ISSUER: issuer, JWT_AUDIENCE: audience, JWT_SSO_CLAIM: ssoClaim } = values;
  const { JWT_JWKS_URL, JWT_PUBLIC_KEY } = values;
  if (issuer === undefined || audience === undefined) return undefined;
  if (JWT_JWKS_URL !== undefined) return { issuer, audience, ssoClaim, keys: { jwksUrl: JWT_JWKS_URL } };
  return JWT_PUBLIC_KEY && { issuer, audience, ssoClaim, keys: { publicKey: JWT_PUBLIC_KEY } };
};

const consoleSignIn = (values: VariableValues): ConsoleSignIn | undefined => {
  const { JWT_ISSUER: issuer, JWT_AUDIENCE: audience, CONSOLE_OIDC_CLIENT_ID: clientId } = values;
  if (clientId === undefined || issuer === undefined || audience === undefined) return undefined;
  return Object.freeze({ issuer, audience, clientId, scope: values.CONSOLE_OIDC_SCOPE });
};

const bootstrapSettings = (values: VariableValues, isForTrial: boolean): BootstrapSettings => ({
  serverKey: values.BOOTSTRAP_SERVER_KEY,
  publishableKey: values.BOOTSTRAP_PUBLISHABLE_KEY,
  account: values.BOOTSTRAP_ACCOUNT,
  environment: values.BOOTSTRAP_ENVIRONMENT,
  environmentType: values.BOOTSTRAP_ENVIRONMENT_TYPE ?? (isForTrial ? 'DEVELOPMENT' : 'PRODUCTION'),
  ownerSubject: values.BOOTSTRAP_OWNER_SUBJECT,
});

const tracingSettings = (values: VariableValues): TracingSettings | undefined => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = values;
  const isOff = values.OTEL_SDK_DISABLED || values.OTEL_TRACES_EXPORTER === 'none';
  if (isOff || (OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? OTEL_EXPORTER_OTLP_ENDPOINT) === undefined)
    return undefined;
  return Object.freeze({ serviceName: values.OTEL_SERVICE_NAME });
};

const toEnvironment = (values: VariableValues, isTerminal: boolean): Environment => {
  const isProduction = values.NODE_ENV === 'production';
  const isEmbedded = values.DATABASE_URL === undefined;
  return {
    isProduction,
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    databaseUrl: values.DATABASE_URL,
    isEmbedded,
    databaseMigrationUrl: values.DATABASE_MIGRATION_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    dataDir: values.DATA_DIR,
    migrateOnStart: values.MIGRATE_ON_START ?? isEmbedded,
    bootstrap: Object.freeze(bootstrapSettings(values, isEmbedded && !isProduction)),
    apiKeyPeppers: values.API_KEY_PEPPER && Object.freeze(peppersOf(values.API_KEY_PEPPER)),
    sealingKeys: values.SEALING_KEYS && Object.freeze(values.SEALING_KEYS),
    stripeApiUrl: values.STRIPE_API_URL,
    jwt: Object.freeze(jwtSettings(values)),
    redisUrl: values.REDIS_URL,
    rateLimitEnabled: values.RATE_LIMIT_ENABLED,
    rateLimitScale: values.RATE_LIMIT_SCALE,
    trustProxyHops: values.TRUST_PROXY,
    corsOrigins: Object.freeze(values.CORS_ORIGINS ?? []),
    metricsPort: values.METRICS_PORT,
    consoleEnabled: values.CONSOLE_ENABLED,
    consoleSignIn: consoleSignIn(values),
    graphiqlEnabled: values.GRAPHIQL_ENABLED ?? !isProduction,
    graphqlIntrospection: values.GRAPHQL_INTROSPECTION ?? !isProduction,
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT ?? (isTerminal ? 'pretty' : 'json'),
    bodyLimitBytes: values.BODY_LIMIT_BYTES,
    requestTimeoutMs: values.REQUEST_TIMEOUT_MS,
    connectionTimeoutMs: values.CONNECTION_TIMEOUT_MS,
    usageGraceHours: values.USAGE_GRACE_HOURS,
    eventsRetentionDays: values.EVENTS_RETENTION_DAYS,
    checkStalenessMs: values.CHECK_STALENESS_MS,
    tracing: tracingSettings(values),
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS,
    webhookPrivateHosts: values.WEBHOOK_PRIVATE_HOSTS ?? (isProduction ? noHosts : ownMachine),
    dataExportDir: values.DATA_EXPORT_DIR,
    dataExportConnections: values.DATA_EXPORT_CONNECTIONS,
  };
};

/**
 * Reads and validates the environment: the only place that reads process.env.
 * @throws EnvironmentError with all faults together
 */
export const loadEnvironment = (
  source: NodeJS.ProcessEnv = process.env,
  isTerminal = process.stdout.isTTY === true,
): Environment => {
  const given = givenTexts(source);
  const values = environmentVariables.safeParse(given);
  const faults = (values.error?.issues ?? []).map((issue) => ({
    variable: String(issue.path[0]) as VariableName,
    message: issue.message,
  }));
  faults.push(...environmentRules.flatMap((rule) => rule(given)));
  if (!values.success || faults.length > 0) throw new EnvironmentError(faults);
  return Object.freeze(toEnvironment(values.data, isTerminal));
};
