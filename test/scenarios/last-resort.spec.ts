import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKeySecret } from '#libs/credentials/key-secret';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { ServiceProcess } from '../support/service-process';

jest.setTimeout(400_000);

const secret = newKeySecret('server-');

let database: TestDatabase;
let home: string;

beforeAll(async () => {
  database = await createTestDatabase();
  home = mkdtempSync(join(tmpdir(), 'last-resort-'));
});
afterAll(async () => {
  await database?.drop();
  rmSync(home, { recursive: true });
});

describe('a fault that nothing catches', () => {
  it.each([
    ['a rejection', `Promise.reject(new Error('stray ${secret}'))`, 'unhandledRejection'],
    ['an exception', `setImmediate(() => { throw new Error('stray ${secret}'); })`, 'uncaughtException'],
  ])(
    '%s: one line of JSON without secrets, in-flight work is drained, exit 1',
    async (_case, fault, origin) => {
      const preload = join(home, `${origin}.cjs`);
      writeFileSync(preload, `process.once('SIGUSR2', () => { ${fault}; });`);
      const service = await ServiceProcess.start({
        DATABASE_URL: database.serviceUrl,
        BOOTSTRAP_SERVER_KEY: secret,
        NODE_OPTIONS: `--require ${preload}`,
      });
      const before = service.output.length;

      service.signal('SIGUSR2');

      expect(await service.exited).toEqual({ code: 1, signal: null });
      const lines = service.output.slice(before).trim().split('\n');
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toContain(secret);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        level: 'fatal',
        origin,
        err: { message: 'stray server-[redacted]' },
      });
    },
  );
});
