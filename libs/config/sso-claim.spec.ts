import { EnvironmentError, loadEnvironment } from './env';

const jwt = {
  JWT_ISSUER: 'https://id.example.com/',
  JWT_AUDIENCE: 'api',
  JWT_JWKS_URL: 'https://id.example.com/keys',
};

describe('JWT_SSO_CLAIM', () => {
  it.each([
    ['amr=sso', { name: 'amr', value: 'sso' }],
    ['https://x.io/way=a=b', { name: 'https://x.io/way', value: 'a=b' }],
  ])('%s is a claim and its value', (text, claim) => {
    expect(loadEnvironment({ ...jwt, JWT_SSO_CLAIM: text }, false).jwt?.ssoClaim).toEqual(claim);
  });

  it.each(['amr', 'amr=', '=sso', ' =sso', 'amr= sso'])('"%s" is refused', (text) => {
    const load = () => loadEnvironment({ ...jwt, JWT_SSO_CLAIM: text }, false);
    expect(load).toThrow(EnvironmentError);
    expect(load).toThrow(/JWT_SSO_CLAIM.*such as amr=sso/);
  });

  it('is refused without the other variables of user JWTs', () => {
    expect(() => loadEnvironment({ JWT_SSO_CLAIM: 'amr=sso' }, false)).toThrow(/JWT_SSO_CLAIM.*JWT_ISSUER/);
  });
});
