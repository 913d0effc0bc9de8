import { loadEnvironment, type EnvironmentError } from './env';

const client = { CONSOLE_OIDC_CLIENT_ID: 'console' };
const jwt = { JWT_AUDIENCE: 'us', JWT_JWKS_URL: 'https://keys.example.com' };
const issuer = { ...jwt, JWT_ISSUER: 'https://sign-in.example.com' };

const faultyVariables = (variables: NodeJS.ProcessEnv): string[] => {
  try {
    loadEnvironment(variables, false);
    return [];
  } catch (error) {
    return (error as EnvironmentError).faults.map(({ variable }) => variable);
  }
};

describe('signing in to the console', () => {
  it('is at the issuer of the tokens, as the client that is named', () => {
    expect(loadEnvironment({ ...client, ...issuer }, false).consoleSignIn).toEqual({
      ...{ issuer: issuer.JWT_ISSUER, audience: 'us', clientId: 'console', scope: 'openid' },
    });
    expect(loadEnvironment(issuer, false).consoleSignIn).toBeUndefined();
  });

  it('needs an issuer that can be gone to', () => {
    expect(faultyVariables(client)).toEqual(['CONSOLE_OIDC_CLIENT_ID']);
    expect(faultyVariables({ ...client, ...jwt, JWT_ISSUER: 'nobody' })).toEqual(['CONSOLE_OIDC_CLIENT_ID']);
  });

  it('asks for openid', () => {
    const scope = { CONSOLE_OIDC_SCOPE: 'profile' };
    expect(faultyVariables({ ...client, ...issuer, ...scope })).toEqual(['CONSOLE_OIDC_SCOPE']);
  });
});
