import { credentialsFor, type AskedCredentials } from './credentials';

// Domain: customers-subscriptions
describe('credentials of an integration', () => {
  const testKey = 'sk_test_0123456789abcdef';
  const liveKey = 'sk_live_0123456789abcdef';
  const webhookSecret = 'whsec_0123456789abcdef';
  const given = (asked: AskedCredentials | undefined, type: 'DEVELOPMENT' | 'PRODUCTION' = 'DEVELOPMENT') =>
    credentialsFor('STRIPE', asked, type);

  it('U9: are the keys of a provider, or the sandbox in its place', () => {
    expect(given({ secretKey: testKey, webhookSecret })).toEqual({ secretKey: testKey, webhookSecret });
    expect(given({ secretKey: liveKey, webhookSecret }, 'PRODUCTION')).toEqual({
      secretKey: liveKey,
      webhookSecret,
    });
    expect(given({ sandbox: true })).toEqual({ sandbox: true });
  });

  it.each<[string, AskedCredentials | undefined]>([
    ['nothing', undefined],
    ['no sandbox and no keys', { sandbox: false }],
    ['half of the keys', { secretKey: testKey }],
    ['the other half', { webhookSecret }],
    ['both', { sandbox: true, secretKey: testKey, webhookSecret }],
    ['a publishable key', { secretKey: 'pk_test_0123456789abcdef', webhookSecret }],
    ['another text as webhook secret', { secretKey: testKey, webhookSecret: 'secret' }],
    ['a live key outside PRODUCTION', { secretKey: liveKey, webhookSecret }],
  ])('U9: are refused where they are %s', (_, asked) => {
    expect(() => given(asked)).toThrow(expect.objectContaining({ code: 'IntegrationValidationError' }));
  });

  it('U9: of the sandbox are refused in PRODUCTION', () => {
    expect(() => given({ sandbox: true }, 'PRODUCTION')).toThrow(
      expect.objectContaining({ code: 'IntegrationValidationError' }),
    );
  });

  it('U9: are taken of no vendor that nothing calls', () => {
    expect(credentialsFor('SALESFORCE', undefined, 'PRODUCTION')).toBeNull();
    expect(() => credentialsFor('SALESFORCE', { sandbox: true }, 'DEVELOPMENT')).toThrow(
      expect.objectContaining({ code: 'UnsupportedParameter' }),
    );
  });
});
