import { loadEnvironment } from './env';
import { renderEnvExample } from './env-example';

const assignments = new Map(
  [...renderEnvExample().matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);

// operations.md, Environment variables, NODE_ENV which they mention, USAGE_GRACE_HOURS (contracts-billing V4) and ours: ADR-0037, ADR-0063, ADR-0091, ADR-0096, ADR-0112, ADR-0124, ADR-0133, ADR-0137.
const contract = `NODE_ENV PORT HOST DATABASE_URL DATABASE_MIGRATION_URL DATABASE_REPLICA_URL DATABASE_POOL_SIZE DATA_DIR EMBEDDED_DATABASE
  MIGRATE_ON_START BOOTSTRAP_SERVER_KEY BOOTSTRAP_PUBLISHABLE_KEY BOOTSTRAP_ACCOUNT BOOTSTRAP_ENVIRONMENT
  BOOTSTRAP_ENVIRONMENT_TYPE BOOTSTRAP_OWNER_SUBJECT API_KEY_PEPPER JWT_ISSUER JWT_AUDIENCE JWT_JWKS_URL JWT_PUBLIC_KEY JWT_SSO_CLAIM REDIS_URL
  RATE_LIMIT_ENABLED RATE_LIMIT_SCALE TRUST_PROXY CORS_ORIGINS METRICS_PORT CONSOLE_ENABLED CONSOLE_OIDC_CLIENT_ID CONSOLE_OIDC_SCOPE GRAPHIQL_ENABLED GRAPHQL_INTROSPECTION
  LOG_LEVEL LOG_FORMAT BODY_LIMIT_BYTES SHUTDOWN_GRACE_MS USAGE_GRACE_HOURS EVENTS_RETENTION_DAYS CHECK_STALENESS_MS
  REQUEST_TIMEOUT_MS CONNECTION_TIMEOUT_MS SEALING_KEYS STRIPE_API_URL PUBLIC_URL WEBHOOK_PRIVATE_HOSTS
  OTEL_EXPORTER_OTLP_ENDPOINT OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TRACES_PROTOCOL
  OTEL_TRACES_EXPORTER OTEL_SDK_DISABLED OTEL_SERVICE_NAME DATA_EXPORT_DIR DATA_EXPORT_CONNECTIONS`;

describe('.env.example', () => {
  it('lists every variable of the contract', () => {
    expect([...assignments.keys()].sort()).toEqual(contract.split(/\s+/).sort());
  });

  it('shows defaults that are true', () => {
    expect(loadEnvironment(Object.fromEntries(assignments), false)).toEqual(loadEnvironment({}, false));
    expect(assignments.get('SHUTDOWN_GRACE_MS')).toBe('10000');
  });

  it('explains each variable in the line above it', () => {
    const lines = renderEnvExample().split('\n');
    const unexplained = lines.filter(
      (line, index) => /^#[A-Z_]+=/.test(line) && !/^# \S{2,}/.test(lines[index - 1] ?? ''),
    );

    expect(unexplained).toEqual([]);
  });

  it('S-07: holds no value for a secret', () => {
    expect(assignments.get('API_KEY_PEPPER')).toBe('');
    expect(assignments.get('SEALING_KEYS')).toBe('');
    expect(assignments.get('BOOTSTRAP_SERVER_KEY')).toBe('');
  });
});
