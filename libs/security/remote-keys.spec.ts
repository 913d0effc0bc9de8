import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { SignJWT } from 'jose';
import { loadEnvironment } from '#libs/config/env';
import { eventually } from '../../test/support/eventually';
import { keyServers, type KeyServer } from '../../test/support/key-server';
import { JwtVerifier } from './jwt-verifier';

const now = new Date('2026-03-01T12:00:00Z');
const issued = { JWT_ISSUER: 'https://id.example.com', JWT_AUDIENCE: 'api' };
const curve = { namedCurve: 'P-256' };
const [kept, withdrawn, stranger] = [1, 2, 3].map(() => generateKeyPairSync('ec', curve));

const sign = (kid: string, key: KeyObject | undefined): Promise<string> =>
  new SignJWT({ sub: 'user-1' })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer(issued.JWT_ISSUER)
    .setAudience(issued.JWT_AUDIENCE)
    .setExpirationTime(now.getTime() / 1000 + 3000)
    .sign(key as KeyObject);

const keyServer = keyServers();
let warnings: jest.SpyInstance;
beforeEach(() => {
  warnings = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

describe('while the provider is away', () => {
  /** Keys that were read once, eleven minutes ago by the clock of the cache. */
  const readLongAgo = async () => {
    const server = await keyServer();
    server.publish(withdrawn?.publicKey as KeyObject, 'kid-1');
    server.publish(kept?.publicKey as KeyObject, 'kid-2');
    const environment = loadEnvironment({ ...issued, JWT_JWKS_URL: server.url }, false);
    const verifier = new JwtVerifier(environment, { now: () => now });
    const tokens = {
      first: await sign('kid-1', withdrawn?.privateKey),
      second: await sign('kid-2', kept?.privateKey),
      unknown: await sign('kid-3', stranger?.privateKey),
    };
    const wall = jest.spyOn(Date, 'now').mockReturnValue(now.getTime());
    expect(await verifier.verify(tokens.first)).not.toBeNull();
    wall.mockReturnValue(now.getTime() + 660_000);
    return { server, verifier, tokens };
  };
  /** Past the pause that follows a failed fetch. */
  const laterBy = (ms: number) => {
    const instant = performance.now() + ms;
    jest.spyOn(performance, 'now').mockReturnValue(instant);
  };

  it.each([
    ['answers 503', (server: KeyServer) => void (server.status = 503)],
    ['cannot be reached', (server: KeyServer) => server.stop()],
    ['answers no key set', (server: KeyServer) => void (server.keys = 'none' as never)],
    ['hangs', (server: KeyServer) => void (server.isSilent = true)],
  ])('the last good set serves where it %s, and the log says so once', async (_, goAway) => {
    const { server, verifier, tokens } = await readLongAgo();
    goAway(server);
    for (let attempt = 0; attempt < 20; attempt++) {
      expect(await verifier.verify(tokens.first)).toEqual({ subject: 'user-1' });
      expect(await verifier.verify(tokens.second)).toEqual({ subject: 'user-1' });
    }
    expect(await verifier.verify(tokens.unknown)).toBeNull();
    expect(warnings).toHaveBeenCalledTimes(1);
    expect(warnings).toHaveBeenCalledWith(
      expect.stringContaining('the keys of 2026-03-01T12:00:00.000Z serve'),
    );
    expect(server.requests).toBeLessThanOrEqual(2);
  });

  it('a key that it has withdrawn ends once it answers again', async () => {
    const { server, verifier, tokens } = await readLongAgo();
    server.status = 503;
    expect(await verifier.verify(tokens.first)).not.toBeNull();
    server.status = 200;
    server.keys = server.keys.filter(({ kid }) => kid !== 'kid-1');
    expect(await verifier.verify(tokens.first)).not.toBeNull();
    laterBy(5000);
    expect(await verifier.verify(tokens.first)).toBeNull();
    expect(await verifier.verify(tokens.second)).not.toBeNull();
  });

  it('one that answers slowly is heard in the end, and nobody waits for it longer than a second', async () => {
    const { server, verifier, tokens } = await readLongAgo();
    server.keys = [];
    server.isSilent = true;
    expect(await verifier.verify(tokens.first)).not.toBeNull();
    server.isSilent = false;
    server.speak();
    await eventually(async () => expect(await verifier.verify(tokens.first)).toBeNull());
  });
});
