import { createHmac, createSign, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { SignJWT, type JWTHeaderParameters } from 'jose';
import { loadEnvironment } from '#libs/config/env';
import { keyServers } from '../../test/support/key-server';
import { JwtVerifier } from './jwt-verifier';

const issuer = 'https://id.example.com';
const audience = 'api';
const now = new Date('2026-03-01T12:00:00Z');
const nowSeconds = now.getTime() / 1000;
const claims = { iss: issuer, aud: audience, sub: 'user-1', iat: nowSeconds, exp: nowSeconds + 300 };

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const sign = (
  payload: object,
  key: KeyObject = ec.privateKey,
  header: JWTHeaderParameters = { alg: 'ES256' },
) => new SignJWT({ ...payload }).setProtectedHeader(header).sign(key);

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** For headers that a signing library refuses to write. */
const signAnything = (header: object, payload: object = claims): string => {
  const input = `${part(header)}.${part(payload)}`;
  const signature = createSign('sha256')
    .update(input)
    .sign({ key: ec.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
};

const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();
const verifierOf = (variables: Record<string, string>): JwtVerifier => {
  const jwt = { JWT_ISSUER: issuer, JWT_AUDIENCE: audience };
  return new JwtVerifier(loadEnvironment({ ...jwt, ...variables }, false), { now: () => now });
};
const withPublicKey = (key: KeyObject = ec.publicKey): JwtVerifier =>
  verifierOf({ JWT_PUBLIC_KEY: pemOf(key) });

const keyServer = keyServers();

let warnings: jest.SpyInstance;
beforeEach(() => {
  warnings = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

describe('tokens of the configured public key', () => {
  it.each([
    ['RS256', rsa],
    ['ES256', ec],
    ['EdDSA', ed],
  ])('takes %s and names the subject', async (alg, { publicKey, privateKey }) => {
    const token = await sign(claims, privateKey, { alg, typ: 'JWT' });

    expect(await withPublicKey(publicKey).verify(token)).toEqual({ subject: 'user-1' });
  });

  it.each([
    ['the value', { amr: 'sso' }, true],
    ['a list that has it', { amr: ['mfa', 'sso'] }, true],
    ['another value', { amr: ['pwd'] }, undefined],
    ['a part of it', { amr: 'sso-not' }, undefined],
    ['the name in another letter case', { AMR: 'sso' }, undefined],
    ['nothing of it', {}, undefined],
  ])('knows single sign-on by JWT_SSO_CLAIM: %s', async (_what, more, isSso) => {
    const token = await sign({ ...claims, ...more });
    const variables = { JWT_PUBLIC_KEY: pemOf(ec.publicKey) };
    const told = await verifierOf({ ...variables, JWT_SSO_CLAIM: 'amr=sso' }).verify(token);
    expect(told?.isSso).toBe(isSso);
    expect((await verifierOf(variables).verify(token))?.isSso).toBeUndefined();
  });

  it('without JWT_ variables every token is refused', async () => {
    const verifier = new JwtVerifier(loadEnvironment({}, false), { now: () => now });

    expect(await verifier.verify(await sign(claims))).toBeNull();
  });

  it('a token of another key is refused', async () => {
    expect(await withPublicKey().verify(await sign(claims, stranger.privateKey))).toBeNull();
  });

  it.each([
    ['RS384', rsa],
    ['RS512', rsa],
    ['PS256', rsa],
    ['Ed25519', ed],
  ])('%s is not among the three algorithms', async (alg, { publicKey, privateKey }) => {
    expect(await withPublicKey(publicKey).verify(await sign(claims, privateKey, { alg }))).toBeNull();
  });

  it.each(['none', 'None', 'nOnE'])('A-19: alg %s is refused, with a signature or without', async (alg) => {
    const unsigned = `${part({ alg })}.${part(claims)}.`;

    expect(await withPublicKey().verify(unsigned)).toBeNull();
    expect(await withPublicKey().verify(signAnything({ alg }))).toBeNull();
  });

  it.each([
    ['HS256', 'sha256', ''],
    ['HS384', 'sha384', pemOf(ec.publicKey)],
    ['HS512', 'sha512', pemOf(ec.publicKey)],
    ['HS256', 'sha256', pemOf(ec.publicKey)],
  ])('A-21: %s with a secret that anyone knows is refused', async (alg, hash, secret) => {
    const input = `${part({ alg })}.${part(claims)}`;
    const token = `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`;

    expect(await withPublicKey().verify(token)).toBeNull();
  });

  it.each([
    ['a path', '../../dev/null'],
    ['SQL', "' OR 1=1"],
    ['64 KiB', 'k'.repeat(65_536)],
    ['4 KiB', 'k'.repeat(4096)],
    ['an object', { $ne: null }],
    ['a list', ['kid-1']],
    ['null', null],
    ['empty', ''],
  ])('A-22: a kid that is %s is refused though the signature is right', async (_, kid) => {
    expect(await withPublicKey().verify(signAnything({ alg: 'ES256', kid }))).toBeNull();
  });

  it.each([
    ['crit', { alg: 'ES256', crit: ['x'], x: 1 }],
    ['crit with b64', { alg: 'ES256', crit: ['b64'], b64: false }],
    ['crit with b64 true', { alg: 'ES256', crit: ['b64'], b64: true }],
    ['b64 alone', { alg: 'ES256', b64: false }],
  ])('A-25: %s is refused', async (_, header) => {
    expect(await withPublicKey().verify(signAnything(header))).toBeNull();
  });

  it.each([
    ['exp 31 s past', { exp: nowSeconds - 31 }],
    ['exp missing', { exp: undefined }],
    ['exp as a string', { exp: String(nowSeconds + 300) }],
    ['exp 1e20', { exp: 1e20 }],
    ['exp null', { exp: null }],
  ])('A-26: %s is refused', async (_, change) => {
    expect(await withPublicKey().verify(signAnything({ alg: 'ES256' }, { ...claims, ...change }))).toBeNull();
  });

  it.each([
    ['nbf 31 s ahead', { nbf: nowSeconds + 31 }],
    ['iat 1 h ahead', { iat: nowSeconds + 3600 }],
    ['iat as a string', { iat: `${nowSeconds}` }],
    ['nbf as a string', { nbf: `${nowSeconds}` }],
  ])('A-27: %s is refused', async (_, change) => {
    expect(await withPublicKey().verify(signAnything({ alg: 'ES256' }, { ...claims, ...change }))).toBeNull();
  });

  it('clocks may differ by up to 30 s', async () => {
    const early = { nbf: nowSeconds + 30, iat: nowSeconds + 30 };

    expect(await withPublicKey().verify(await sign({ ...claims, ...early }))).toEqual({ subject: 'user-1' });
    expect(await withPublicKey().verify(await sign({ ...claims, exp: nowSeconds - 29 }))).not.toBeNull();
  });

  it.each([
    ['another issuer', { iss: 'https://evil.example.com' }],
    ['a slash more', { iss: `${issuer}/` }],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'other' }],
    ['no audience', { aud: undefined }],
    ['the audience as a part', { aud: 'api-admin' }],
  ])('A-29: %s is refused', async (_, change) => {
    expect(await withPublicKey().verify(signAnything({ alg: 'ES256' }, { ...claims, ...change }))).toBeNull();
  });

  it('an audience among several is enough', async () => {
    expect(await withPublicKey().verify(await sign({ ...claims, aud: ['other', audience] }))).not.toBeNull();
  });

  it.each([
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a number', { sub: 7 }],
    ['an object', { sub: { id: 'user-1' } }],
    ['256 characters', { sub: 'u'.repeat(256) }],
    ['NUL', { sub: 'user\u0000' }],
  ])('a token with %s for its subject is refused', async (_, change) => {
    expect(await withPublicKey().verify(signAnything({ alg: 'ES256' }, { ...claims, ...change }))).toBeNull();
  });

  it.each(['at+jwt', 'AT+JWT', 'application/at+jwt', 'JWT', 'jwt'])(
    'typ %s is an access token',
    async (typ) => {
      expect(await withPublicKey().verify(signAnything({ alg: 'ES256', typ }))).toEqual({
        subject: 'user-1',
      });
    },
  );

  it.each(['id_token', 'logout+jwt', 'dpop+jwt', '', 7, null])('A-30: typ %j is refused', async (typ) => {
    expect(await withPublicKey().verify(signAnything({ alg: 'ES256', typ }))).toBeNull();
  });

  it('A-30: an ID token, known by its nonce, is refused', async () => {
    expect(await withPublicKey().verify(await sign({ ...claims, nonce: 'n-0S6' }))).toBeNull();
    expect(await withPublicKey().verify(await sign({ ...claims, nonce: null }))).toBeNull();
  });

  it('A-33: an ECDSA signature of zeros, an altered one and a truncated one are refused', async () => {
    const [header = '', payload = '', signature = ''] = (await sign(claims)).split('.');
    const altered = (change: (bytes: Buffer) => Buffer): string => {
      const bytes = change(Buffer.from(signature, 'base64url'));
      return [header, payload, bytes.toString('base64url')].join('.');
    };
    const flipLastBit = (bytes: Buffer): Buffer => {
      bytes.writeUInt8(bytes.readUInt8(63) ^ 1, 63);
      return bytes;
    };

    expect(await withPublicKey().verify(altered((bytes) => bytes))).not.toBeNull();
    for (const change of [
      () => Buffer.alloc(64),
      flipLastBit,
      (bytes: Buffer) => bytes.subarray(0, 63),
      (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1)]),
      () => Buffer.alloc(0),
    ]) {
      expect(await withPublicKey().verify(altered(change))).toBeNull();
    }
  });

  it('claims changed after signing are refused', async () => {
    const [header, , signature] = (await sign(claims)).split('.');

    expect(
      await withPublicKey().verify(`${header}.${part({ ...claims, sub: 'owner' })}.${signature}`),
    ).toBeNull();
  });

  it('a token longer than 8 KiB is refused though everything else is right', async () => {
    const just = await sign({ ...claims, note: 'x'.repeat(5000) });
    const over = await sign({ ...claims, note: 'x'.repeat(6200) });

    expect(just.length).toBeLessThan(8192);
    expect(await withPublicKey().verify(just)).not.toBeNull();
    expect(over.length).toBeGreaterThan(8192);
    expect(await withPublicKey().verify(over)).toBeNull();
  });

  it.each([
    '',
    '.',
    '..',
    'a.b.c',
    '\u0000',
    'ü.ü.ü',
    '{"alg":"ES256"}',
    'eyJhbGciOiJFUzI1NiJ9..',
    '\ud800.\ud800.a',
  ])('never throws: %j is refused', async (token) => {
    expect(await withPublicKey().verify(token)).toBeNull();
  });
});

describe('tokens of the configured key set', () => {
  it('finds the key by its id among several', async () => {
    const server = await keyServer();
    server.publish(rsa.publicKey, 'kid-rsa');
    server.publish(ec.publicKey, 'kid-ec');
    const verifier = verifierOf({ JWT_JWKS_URL: server.url });

    const byRsa = await sign(claims, rsa.privateKey, { alg: 'RS256', kid: 'kid-rsa' });
    const byEc = await sign({ ...claims, sub: 'user-2' }, ec.privateKey, { alg: 'ES256', kid: 'kid-ec' });
    const crossed = await sign(claims, stranger.privateKey, { alg: 'ES256', kid: 'kid-ec' });

    expect(await verifier.verify(byRsa)).toEqual({ subject: 'user-1' });
    expect(await verifier.verify(byEc)).toEqual({ subject: 'user-2' });
    expect(await verifier.verify(crossed)).toBeNull();
    expect(server.requests).toBe(1);
  });

  it('A-22: a kid that cannot be one is refused without asking for keys', async () => {
    const server = await keyServer();
    server.publish(ec.publicKey, '../../dev/null');
    const verifier = verifierOf({ JWT_JWKS_URL: server.url });

    for (const kid of ['../../dev/null', "' OR 1=1", { $ne: null }])
      expect(await verifier.verify(signAnything({ alg: 'ES256', kid }))).toBeNull();
    expect(server.requests).toBe(0);
  });

  it('A-23: keys that the token brings or points to are never read', async () => {
    const trusted = await keyServer();
    trusted.publish(ec.publicKey, 'kid-1');
    const evil = await keyServer();
    evil.publish(stranger.publicKey, 'kid-1');
    const verifier = verifierOf({ JWT_JWKS_URL: trusted.url });

    for (const bait of [
      { jku: evil.url },
      { x5u: evil.url },
      { jwk: stranger.publicKey.export({ format: 'jwk' }) },
    ]) {
      const header = { alg: 'ES256', kid: 'kid-1', ...bait } as JWTHeaderParameters;
      expect(await verifier.verify(await sign(claims, stranger.privateKey, header))).toBeNull();
    }
    expect(evil.requests).toBe(0);
  });

  it('A-31: a rotated key is taken after one refetch, and 1,000 unknown ones cost one more in 30 s', async () => {
    const server = await keyServer();
    server.publish(ec.publicKey, 'kid-1');
    const verifier = verifierOf({ JWT_JWKS_URL: server.url });
    const wall = jest.spyOn(Date, 'now').mockReturnValue(now.getTime());
    await verifier.verify(await sign(claims, ec.privateKey, { alg: 'ES256', kid: 'kid-1' }));
    expect(server.requests).toBe(1);

    server.publish(stranger.publicKey, 'kid-2');
    wall.mockReturnValue(now.getTime() + 30_001);
    const rotated = await sign(claims, stranger.privateKey, { alg: 'ES256', kid: 'kid-2' });
    expect(await verifier.verify(rotated)).toEqual({ subject: 'user-1' });
    expect(server.requests).toBe(2);

    wall.mockReturnValue(now.getTime() + 60_002);
    for (let attempt = 0; attempt < 1000; attempt++)
      expect(await verifier.verify(signAnything({ alg: 'ES256', kid: randomUUID() }))).toBeNull();
    expect(server.requests).toBe(3);
  });

  it('keys are cached for 10 minutes, so that a withdrawn one ends', async () => {
    const server = await keyServer();
    server.publish(ec.publicKey, 'kid-1');
    const verifier = verifierOf({ JWT_JWKS_URL: server.url });
    const token = await sign(claims, ec.privateKey, { alg: 'ES256', kid: 'kid-1' });
    const wall = jest.spyOn(Date, 'now').mockReturnValue(now.getTime());
    await verifier.verify(token);
    server.keys = [];

    wall.mockReturnValue(now.getTime() + 599_999);
    expect(await verifier.verify(token)).not.toBeNull();
    wall.mockReturnValue(now.getTime() + 600_000);
    expect(await verifier.verify(token)).toBeNull();
  });

  it('an issuer that fails refuses tokens, is not flooded with fetches, and the log says so once', async () => {
    const server = await keyServer();
    server.publish(ec.publicKey, 'kid-1');
    server.status = 500;
    const verifier = verifierOf({ JWT_JWKS_URL: server.url });
    const token = await sign(claims, ec.privateKey, { alg: 'ES256', kid: 'kid-1' });

    for (let attempt = 0; attempt < 20; attempt++) expect(await verifier.verify(token)).toBeNull();
    expect(server.requests).toBe(1);
    expect(warnings).toHaveBeenCalledTimes(1);

    server.status = 200;
    const later = performance.now() + 5000;
    jest.spyOn(performance, 'now').mockReturnValue(later);
    expect(await verifier.verify(token)).toEqual({ subject: 'user-1' });
  });

  it('a redirect of the key set is not followed', async () => {
    const server = await keyServer();
    server.status = 302;

    expect(await verifierOf({ JWT_JWKS_URL: server.url }).verify(await sign(claims))).toBeNull();
    expect(server.requests).toBe(1);
  });
});
