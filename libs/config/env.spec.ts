import { generateKeyPairSync, KeyObject } from 'node:crypto';
import { newKeySecret } from '#libs/credentials/key-secret';
import { EnvironmentError, loadEnvironment } from './env';

// Domain: access-and-events

const pepper = 'k3Vt9_qLw2Zx8Rb5';
const elsewhere = { DATABASE_URL: 'postgres://app:pw@db.internal:5432/main', API_KEY_PEPPER: pepper };
const jwt = { JWT_ISSUER: 'https://id.example.com/', JWT_AUDIENCE: 'api' };
const jwks = 'https://id.example.com/keys';

const faultsOf = (source: NodeJS.ProcessEnv): EnvironmentError => {
  try {
    loadEnvironment(source, false);
  } catch (error) {
    if (error instanceof EnvironmentError) return error;
    throw error;
  }
  throw new Error('the environment was accepted');
};
const faultyVariables = (source: NodeJS.ProcessEnv): string[] =>
  faultsOf(source).faults.map(({ variable }) => variable);

describe('defaults of operations.md', () => {
  it('an empty environment is the embedded default', () => {
    expect(loadEnvironment({}, false)).toEqual({
      webhookPrivateHosts: { names: ['localhost'], networks: ['127.0.0.0/8', '::1'] },
      isProduction: false,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      isEmbedded: true,
      databaseReplicaUrl: undefined,
      databasePoolSize: 10,
      dataDir: '.data',
      migrateOnStart: true,
      bootstrap: {
        serverKey: undefined,
        publishableKey: undefined,
        account: 'default',
        environment: 'production',
        environmentType: 'DEVELOPMENT',
        ownerSubject: undefined,
      },
      apiKeyPeppers: undefined,
      jwt: undefined,
      redisUrl: undefined,
      rateLimitEnabled: true,
      rateLimitScale: 1,
      trustProxyHops: 0,
      corsOrigins: [],
      metricsPort: undefined,
      consoleEnabled: true,
      graphiqlEnabled: true,
      graphqlIntrospection: true,
      logLevel: 'info',
      logFormat: 'json',
      bodyLimitBytes: 1_048_576,
      requestTimeoutMs: 30_000,
      connectionTimeoutMs: 120_000,
      usageGraceHours: 1,
      eventsRetentionDays: 400,
      checkStalenessMs: undefined,
      shutdownGraceMs: 10_000,
    });
  });

  it('MIGRATE_ON_START is false with DATABASE_URL unless it is set', () => {
    expect(loadEnvironment(elsewhere, false).migrateOnStart).toBe(false);
    expect(loadEnvironment({ ...elsewhere, MIGRATE_ON_START: 'true' }, false).migrateOnStart).toBe(true);
    expect(loadEnvironment({ MIGRATE_ON_START: 'false' }, false).migrateOnStart).toBe(false);
  });

  it('GRAPHIQL_ENABLED and GRAPHQL_INTROSPECTION are false in production unless they are set', () => {
    const production = { ...elsewhere, NODE_ENV: 'production' };

    expect(loadEnvironment(production, false)).toMatchObject({
      isProduction: true,
      graphiqlEnabled: false,
      graphqlIntrospection: false,
    });
    expect(loadEnvironment({ ...production, GRAPHIQL_ENABLED: '1' }, false)).toMatchObject({
      graphiqlEnabled: true,
      graphqlIntrospection: false,
    });
  });

  it('LOG_FORMAT is pretty on a terminal, else json, unless it is set', () => {
    expect(loadEnvironment({}, true).logFormat).toBe('pretty');
    expect(loadEnvironment({ LOG_FORMAT: 'json' }, true).logFormat).toBe('json');
    expect(loadEnvironment({ LOG_FORMAT: 'pretty' }, false).logFormat).toBe('pretty');
  });

  it('an empty or blank value counts as unset', () => {
    expect(loadEnvironment({ PORT: '', DATABASE_URL: ' ', LOG_LEVEL: '', METRICS_PORT: '' }, false)).toEqual(
      loadEnvironment({}, false),
    );
  });

  it('cannot be changed after the start', () => {
    const env = loadEnvironment({}, false);

    expect(() => Object.assign(env, { port: 1 })).toThrow(TypeError);
    expect(() => Object.assign(env.bootstrap, { account: 'other' })).toThrow(TypeError);
    expect(() => (env.corsOrigins as string[]).push('https://evil.example')).toThrow(TypeError);
  });
});

describe('reading values', () => {
  it.each([
    ['true', true],
    ['1', true],
    ['TRUE', true],
    ['false', false],
    ['0', false],
  ])('booleans take %s', (text, value) => {
    expect(loadEnvironment({ RATE_LIMIT_ENABLED: text }, false).rateLimitEnabled).toBe(value);
  });

  it('reads numbers, lists and names', () => {
    const env = loadEnvironment(
      {
        PORT: '0',
        METRICS_PORT: '9464',
        TRUST_PROXY: '2',
        RATE_LIMIT_SCALE: '0.5',
        CORS_ORIGINS: 'https://app.example.com, http://localhost:5173/,https://app.example.com',
        BOOTSTRAP_ACCOUNT: 'Acme',
      },
      false,
    );

    expect(env).toMatchObject({ port: 0, metricsPort: 9464, trustProxyHops: 2, rateLimitScale: 0.5 });
    expect(env.corsOrigins).toEqual(['https://app.example.com', 'http://localhost:5173']);
    expect(env.bootstrap.account).toBe('Acme');
  });

  it.each([
    [{}, 'DEVELOPMENT'],
    [
      { DATABASE_URL: 'postgres://db.example/service', API_KEY_PEPPER: 'sixteen characters and more' },
      'PRODUCTION',
    ],
    [{ BOOTSTRAP_ENVIRONMENT_TYPE: 'SANDBOX' }, 'SANDBOX'],
  ])('access-and-events A8: the first environment of %j is for %s', (given, type) => {
    expect(loadEnvironment(given, false).bootstrap.environmentType).toBe(type);
  });

  it.each([
    ['BOOTSTRAP_ENVIRONMENT_TYPE', 'STAGING'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000 '],
    ['PORT', '3e3'],
    ['RATE_LIMIT_ENABLED', 'yes'],
    ['RATE_LIMIT_SCALE', '0'],
    ['RATE_LIMIT_SCALE', '-1'],
    ['RATE_LIMIT_SCALE', 'Infinity'],
    ['DATABASE_POOL_SIZE', '0'],
    // contracts-billing V4
    ['USAGE_GRACE_HOURS', '0'],
    ['USAGE_GRACE_HOURS', '73'],
    // entitlements-usage A15
    ['EVENTS_RETENTION_DAYS', '61'],
    ['EVENTS_RETENTION_DAYS', '36501'],
    ['TRUST_PROXY', 'true'],
    ['EMBEDDED_DATABASE', 'always'],
    ['LOG_LEVEL', 'verbose'],
    ['LOG_FORMAT', 'text'],
    ['REDIS_URL', 'http://127.0.0.1:6379'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://app.example.com/path'],
    ['CORS_ORIGINS', 'https://app.example.com,'],
    ['CORS_ORIGINS', 'https://user@app.example.com'],
    ['BODY_LIMIT_BYTES', '0'],
    ['BOOTSTRAP_ACCOUNT', 'x'.repeat(256)],
  ])('refuses %s=%s', (variable, text) => {
    expect(faultyVariables({ [variable]: text })).toEqual([variable]);
  });

  it('DATABASE_URL is a PostgreSQL address', () => {
    const url = 'postgresql://app:p%40ss@[::1]:5432/main?sslmode=require';
    expect(loadEnvironment({ ...elsewhere, DATABASE_URL: url }, false).databaseUrl).toBe(url);
    expect(faultyVariables({ ...elsewhere, DATABASE_URL: 'mysql://db/main' })).toEqual(['DATABASE_URL']);
    expect(faultyVariables({ ...elsewhere, DATABASE_URL: 'postgres://app:p/w#1@db:x/main' })).toEqual([
      'DATABASE_URL',
    ]);
  });
});

describe('rules between variables', () => {
  it('reports all faults together, of single values and of rules', () => {
    const error = faultsOf({
      NODE_ENV: 'production',
      PORT: 'http',
      LOG_LEVEL: 'loud',
      API_KEY_PEPPER: 'short',
      JWT_ISSUER: 'https://id.example.com/',
    });
    expect(error.faults.map(({ variable }) => variable)).toEqual([
      'PORT',
      'API_KEY_PEPPER',
      'LOG_LEVEL',
      'DATABASE_URL',
      'JWT_AUDIENCE',
      'JWT_JWKS_URL',
    ]);
    expect(error.message).toContain('6 fault(s)');
    expect(error.message).toContain('  PORT must be a whole number from 0 to 65535\n');
  });

  it('EMBEDDED_DATABASE=never refuses to start without DATABASE_URL', () => {
    expect(faultyVariables({ EMBEDDED_DATABASE: 'never' })).toEqual(['DATABASE_URL']);
    expect(loadEnvironment({ ...elsewhere, EMBEDDED_DATABASE: 'never' }, false).isEmbedded).toBe(false);
  });

  it('the embedded database in production needs EMBEDDED_DATABASE=allow', () => {
    expect(faultsOf({ NODE_ENV: 'production' }).message).toContain('EMBEDDED_DATABASE=allow');
    const env = loadEnvironment({ NODE_ENV: 'production', EMBEDDED_DATABASE: 'allow' }, false);
    expect(env.isEmbedded).toBe(true);
  });

  it.each([
    ['DATABASE_REPLICA_URL', 'databaseReplicaUrl'],
    ['DATABASE_MIGRATION_URL', 'databaseMigrationUrl'],
  ] as const)('%s needs DATABASE_URL', (variable, told) => {
    const other = { [variable]: 'postgres://other/main' };

    expect(faultyVariables(other)).toEqual([variable]);
    expect(loadEnvironment({ ...elsewhere, ...other }, false)[told]).toBe('postgres://other/main');
  });

  it('METRICS_PORT takes a port of its own', () => {
    expect(faultyVariables({ METRICS_PORT: '3000' })).toEqual(['METRICS_PORT']);
    expect(loadEnvironment({ PORT: '0', METRICS_PORT: '0' }, false).metricsPort).toBe(0);
  });
});

describe('secrets', () => {
  it('API_KEY_PEPPER is required with DATABASE_URL, and the message shows how to make one', () => {
    const error = faultsOf({ DATABASE_URL: elsewhere.DATABASE_URL });
    expect(error.faults.map(({ variable }) => variable)).toEqual(['API_KEY_PEPPER']);
    expect(error.message).toContain('node -p "crypto.randomBytes');
    expect(loadEnvironment(elsewhere, false).apiKeyPeppers).toEqual([pepper]);
    const two = loadEnvironment({ ...elsewhere, API_KEY_PEPPER: `${pepper}, ${pepper}2` }, false);
    expect(two.apiKeyPeppers).toEqual([pepper, `${pepper}2`, `${pepper},${pepper}2`]);
  });

  it.each([
    'fifteen-letters',
    'changeme-changeme',
    'CHANGE_ME_please!',
    'your-pepper-here',
    'aaaaaaaaaaaaaaaaaaaa',
    `${pepper},fifteen-letters`,
  ])('H-13: API_KEY_PEPPER refuses %s', (text) => {
    expect(faultyVariables({ ...elsewhere, API_KEY_PEPPER: text })).toEqual(['API_KEY_PEPPER']);
    expect(faultyVariables({ API_KEY_PEPPER: text })).toEqual(['API_KEY_PEPPER']);
  });

  it('H-13: a sample database password refuses to start in production', () => {
    const url = 'postgres://app:changeme@db/main';
    const source = { ...elsewhere, DATABASE_URL: url, DATABASE_MIGRATION_URL: url };
    const faulty = ['DATABASE_URL', 'DATABASE_MIGRATION_URL'];

    expect(faultyVariables({ ...source, NODE_ENV: 'production' })).toEqual(faulty);
    expect(loadEnvironment(source, false).databaseUrl).toBe(source.DATABASE_URL);
  });

  it('Y1: bootstrap keys of the right kind and form are taken', () => {
    const serverKey = newKeySecret('server-');
    const publishableKey = newKeySecret('client-');
    const source = { BOOTSTRAP_SERVER_KEY: serverKey, BOOTSTRAP_PUBLISHABLE_KEY: publishableKey };

    expect(loadEnvironment(source, false).bootstrap).toMatchObject({ serverKey, publishableKey });
  });

  it('Y1: a bootstrap key of another form is refused with a message that shows how to make one', () => {
    const swapped = {
      BOOTSTRAP_SERVER_KEY: newKeySecret('client-'),
      BOOTSTRAP_PUBLISHABLE_KEY: 'client-key',
    };
    const error = faultsOf(swapped);

    expect(error.faults.map(({ variable }) => variable)).toEqual(Object.keys(swapped));
    expect(error.message).toContain(`newKeySecret('server-')`);
    expect(error.message).toContain(`newKeySecret('client-')`);
  });

  it('L-01: no value enters a message, whichever variable it was put into', () => {
    const marker = 'hunter2hunter2';
    const everything = Object.fromEntries(
      [
        ['DATABASE_URL', `mysql://app:${marker}@db/main`],
        ['REDIS_URL', `redis//:${marker}@cache`],
        ['API_KEY_PEPPER', marker],
        ['BOOTSTRAP_SERVER_KEY', `server-${marker}`],
        ['JWT_PUBLIC_KEY', marker],
        ['JWT_JWKS_URL', marker],
        ['PORT', marker],
        ['LOG_LEVEL', marker],
        ['CORS_ORIGINS', marker],
      ].map(([name, text]) => [name, text]),
    );
    const error = faultsOf(everything);

    expect(error.faults.length).toBeGreaterThanOrEqual(9);
    expect(JSON.stringify(error) + error.stack + error.message).not.toContain(marker);
  });
});

describe('the address of Stripe', () => {
  const production = { ...elsewhere, NODE_ENV: 'production' };
  const addressIn = (source: NodeJS.ProcessEnv, url: string): string | undefined =>
    loadEnvironment({ ...source, STRIPE_API_URL: url }, false).stripeApiUrl;

  it('is its own host where none is told', () => {
    expect(loadEnvironment(production, false).stripeApiUrl).toBeUndefined();
  });

  it('is reached over TLS, but on the own machine outside production', () => {
    expect(addressIn(production, 'https://stripe.proxy.example:8443/')).toBe(
      'https://stripe.proxy.example:8443',
    );
    expect(addressIn({}, 'http://127.0.0.1:4242')).toBe('http://127.0.0.1:4242');
    for (const url of ['http://stripe.proxy.example', 'http://localhost.evil.example'])
      expect(faultyVariables({ STRIPE_API_URL: url })).toEqual(['STRIPE_API_URL']);
    expect(faultyVariables({ ...production, STRIPE_API_URL: 'http://127.0.0.1:4242' })).toEqual([
      'STRIPE_API_URL',
    ]);
  });

  it.each(['https://stripe.proxy.example/v1', 'https://key@stripe.proxy.example', 'stripe.proxy.example'])(
    'is no more than an origin: %s is refused',
    (url) => {
      expect(faultyVariables({ STRIPE_API_URL: url })).toEqual(['STRIPE_API_URL']);
    },
  );
});

describe('JWT settings', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

  it('issuer and audience go with JWT_JWKS_URL', () => {
    expect(loadEnvironment({ ...jwt, JWT_JWKS_URL: jwks }, false).jwt).toEqual({
      issuer: 'https://id.example.com/',
      audience: 'api',
      keys: { jwksUrl: jwks },
    });
  });

  it.each([
    ['PEM', pem],
    ['PEM with written line ends', pem.replaceAll('\n', '\\n')],
    ['JWK JSON', JSON.stringify(publicKey.export({ format: 'jwk' }))],
  ])('issuer and audience go with JWT_PUBLIC_KEY as %s', (_, text) => {
    const { jwt: settings } = loadEnvironment({ ...jwt, JWT_PUBLIC_KEY: text }, false);

    expect(settings?.keys).toEqual({ publicKey: expect.any(KeyObject) });
    expect(settings && 'publicKey' in settings.keys && settings.keys.publicKey.equals(publicKey)).toBe(true);
  });

  it('a part without the others is refused, and so are two sources of keys', () => {
    expect(faultyVariables(jwt)).toEqual(['JWT_JWKS_URL']);
    expect(faultyVariables({ JWT_JWKS_URL: jwks })).toEqual(['JWT_ISSUER', 'JWT_AUDIENCE']);
    expect(faultyVariables({ ...jwt, JWT_JWKS_URL: jwks, JWT_PUBLIC_KEY: pem })).toEqual(['JWT_PUBLIC_KEY']);
  });

  it.each([
    ['a private key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
    ['a private JWK', JSON.stringify(privateKey.export({ format: 'jwk' }))],
    ['a symmetric JWK', '{"kty":"oct","k":"c2VjcmV0"}'],
    ['broken JSON', '{"kty":'],
    ['broken PEM', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'],
    ['a curve that no algorithm uses', spki(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey)],
    ['RSA of 1024 bits', spki(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)],
  ])('JWT_PUBLIC_KEY refuses %s', (_, text) => {
    expect(faultyVariables({ ...jwt, JWT_PUBLIC_KEY: text })).toEqual(['JWT_PUBLIC_KEY']);
  });

  it('keys travel over TLS in production, but for the own machine', () => {
    const production = { ...elsewhere, ...jwt, NODE_ENV: 'production' };

    expect(faultyVariables({ ...production, JWT_JWKS_URL: 'http://id.internal/keys' })).toEqual([
      'JWT_JWKS_URL',
    ]);
    expect(faultyVariables({ ...production, JWT_JWKS_URL: 'http://localhost.evil.com/' })).toEqual([
      'JWT_JWKS_URL',
    ]);
    expect(
      loadEnvironment({ ...production, JWT_JWKS_URL: 'http://127.0.0.1:9/keys' }, false).jwt,
    ).toBeDefined();
  });
});

function spki(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString();
}
