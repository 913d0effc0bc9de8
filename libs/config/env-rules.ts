import { makeSecretCommand, hasSampleWords } from './sample-secret';
import type { VariableName } from './env-variables';

export interface EnvironmentFault {
  readonly variable: VariableName;
  readonly message: string;
}

/** The texts that were set; blank ones count as unset. */
export type GivenTexts = Readonly<Partial<Record<VariableName, string>>>;

type Rule = (given: GivenTexts) => EnvironmentFault[];

const refuseIf = (condition: boolean, variable: VariableName, message: string): EnvironmentFault[] =>
  condition ? [{ variable, message }] : [];

const isProduction = (given: GivenTexts): boolean => given.NODE_ENV === 'production';

const embeddedNeedsConsent: Rule = (given) => {
  if (given.DATABASE_URL !== undefined) return [];
  const mode = given.EMBEDDED_DATABASE ?? 'auto';
  return [
    ...refuseIf(mode === 'never', 'DATABASE_URL', 'is required with EMBEDDED_DATABASE=never'),
    ...refuseIf(
      mode === 'auto' && isProduction(given),
      'DATABASE_URL',
      'is required in NODE_ENV=production; set it, or set EMBEDDED_DATABASE=allow to keep the embedded database',
    ),
  ];
};

const replicaNeedsPrimary: Rule = (given) =>
  refuseIf(
    given.DATABASE_REPLICA_URL !== undefined && given.DATABASE_URL === undefined,
    'DATABASE_REPLICA_URL',
    'needs DATABASE_URL: the embedded database has no replica',
  );

const ownerNeedsService: Rule = (given) =>
  refuseIf(
    given.DATABASE_MIGRATION_URL !== undefined && given.DATABASE_URL === undefined,
    'DATABASE_MIGRATION_URL',
    'needs DATABASE_URL: the embedded database has an owner of its own',
  );

const pepperElsewhere: Rule = (given) =>
  refuseIf(
    given.DATABASE_URL !== undefined && given.API_KEY_PEPPER === undefined,
    'API_KEY_PEPPER',
    `is required with DATABASE_URL; make one with: ${makeSecretCommand}, and keep it: without it every key is void`,
  );

const passwordOf = (url: string | undefined): string =>
  url !== undefined && URL.canParse(url) ? new URL(url).password : '';

const noSamplePasswords: Rule = (given) =>
  (['DATABASE_URL', 'DATABASE_MIGRATION_URL', 'DATABASE_REPLICA_URL', 'REDIS_URL'] as const).flatMap(
    (variable) =>
      refuseIf(
        isProduction(given) && hasSampleWords(passwordOf(given[variable])),
        variable,
        'has a sample password; NODE_ENV=production needs a secret one',
      ),
  );

const signInNeedsIssuer: Rule = (given) => {
  const { CONSOLE_OIDC_CLIENT_ID, CONSOLE_OIDC_SCOPE, JWT_ISSUER } = given;
  const isMeant = CONSOLE_OIDC_CLIENT_ID !== undefined;
  return [
    ...refuseIf(
      isMeant && (JWT_ISSUER === undefined || !/^https?:\/\//.test(JWT_ISSUER)),
      'CONSOLE_OIDC_CLIENT_ID',
      'needs JWT_ISSUER, as an address that tells where one signs in',
    ),
    ...refuseIf(
      CONSOLE_OIDC_SCOPE !== undefined && !CONSOLE_OIDC_SCOPE.split(' ').includes('openid'),
      'CONSOLE_OIDC_SCOPE',
      'must name openid',
    ),
  ];
};

const jwtTogether: Rule = (given) => {
  const { JWT_ISSUER, JWT_AUDIENCE, JWT_JWKS_URL, JWT_PUBLIC_KEY } = given;
  const sources = [JWT_JWKS_URL, JWT_PUBLIC_KEY].filter((source) => source !== undefined).length;
  if (sources === 0 && JWT_ISSUER === undefined && JWT_AUDIENCE === undefined) return [];
  return [
    ...refuseIf(JWT_ISSUER === undefined, 'JWT_ISSUER', 'is required with the other JWT_ variables'),
    ...refuseIf(JWT_AUDIENCE === undefined, 'JWT_AUDIENCE', 'is required with the other JWT_ variables'),
    ...refuseIf(
      sources === 0,
      'JWT_JWKS_URL',
      'or JWT_PUBLIC_KEY is required with JWT_ISSUER and JWT_AUDIENCE',
    ),
    ...refuseIf(sources === 2, 'JWT_PUBLIC_KEY', 'and JWT_JWKS_URL exclude each other; unset one'),
  ];
};

const ssoOfUsers: Rule = (given) =>
  refuseIf(
    given.JWT_SSO_CLAIM !== undefined && given.JWT_ISSUER === undefined,
    'JWT_SSO_CLAIM',
    'is a claim of user JWTs: set JWT_ISSUER too, or unset it',
  );

const isPlain = (url: string | undefined): url is string => url?.toLowerCase().startsWith('http://') === true;
const loopback = /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/i;

const keysOverTls: Rule = (given) =>
  refuseIf(
    isProduction(given) && isPlain(given.JWT_JWKS_URL) && !loopback.test(given.JWT_JWKS_URL),
    'JWT_JWKS_URL',
    'must be https:// in NODE_ENV=production: whoever stands between could serve keys of their own',
  );

const chargesOverTls: Rule = (given) =>
  refuseIf(
    isPlain(given.STRIPE_API_URL) && (isProduction(given) || !loopback.test(given.STRIPE_API_URL)),
    'STRIPE_API_URL',
    'must be https://, for secret keys travel there; http:// is taken on the own machine outside NODE_ENV=production',
  );

const twoListeners: Rule = (given) =>
  refuseIf(
    given.METRICS_PORT !== undefined &&
      given.METRICS_PORT !== '0' &&
      given.METRICS_PORT === (given.PORT ?? '3000'),
    'METRICS_PORT',
    'equals PORT; unset it to serve /metrics there, or take another port',
  );

/** What one variable's type cannot say. Each rule reads the given texts, so it speaks even beside other faults. */
export const environmentRules: readonly Rule[] = [
  embeddedNeedsConsent,
  replicaNeedsPrimary,
  ownerNeedsService,
  pepperElsewhere,
  noSamplePasswords,
  jwtTogether,
  signInNeedsIssuer,
  ssoOfUsers,
  keysOverTls,
  chargesOverTls,
  twoListeners,
];
