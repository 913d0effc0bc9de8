import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnvironment } from '#libs/config/env';
import {
  createEmptyDatabase,
  createTestDatabase,
  execute,
  type TestDatabase,
} from '../test/support/database';
import { testPepper, testSealingKey } from '../test/support/secrets';
import { readSecrets } from './kept-secrets';

const secretForm = /^[\w-]{43}$/;

const withKey = `
  insert into api_key (environment_id, uid, id, display_name, kind, digest, last_four, scopes, created_at, updated_at)
  values (gen_random_uuid(), gen_random_uuid(), 'k', 'k', 'SERVER', 'by the lost one', '1234', '[]', now(), now())`;
const withWebhook = `
  insert into webhook (environment_id, uid, id, name, endpoint, event_types, status, sealed_secret, last_four, created_at, updated_at)
  values (gen_random_uuid(), gen_random_uuid(), 'w', 'w', 'https://a.io', '[]', 'ACTIVE', 'v1.lost.text', '1234', now(), now())`;

describe('secrets beside the embedded database', () => {
  let home: string;
  let database: TestDatabase | undefined;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'kept-secrets-'));
  });
  afterEach(async () => {
    rmSync(home, { recursive: true });
    await database?.drop();
    database = undefined;
  });

  const read = (variables: Record<string, string> = {}) =>
    readSecrets(loadEnvironment({ DATA_DIR: home, ...variables }, false));

  const written = (file: string): string => readFileSync(join(home, file), 'utf8');

  /** As a start in this folder, beside a database that was there before. */
  async function keepBeside(given: TestDatabase, ...rows: string[]): Promise<void> {
    database = given;
    await execute(database.url, ...rows);
    mkdirSync(join(home, 'postgres'));
    const secrets = read();
    await secrets.keep({ ownerUrl: database.url });
    expect([secrets.peppers, secrets.sealingKeys]).toEqual([[written('pepper')], [written('sealing-key')]]);
    expect(written('pepper')).toMatch(secretForm);
  }

  it('are written before there is a database, and read from then on', () => {
    const first = read();
    expect([written('pepper'), written('sealing-key')]).toEqual([...first.peppers, ...first.sealingKeys]);
    mkdirSync(join(home, 'postgres'));
    expect(read()).toMatchObject({ peppers: first.peppers, sealingKeys: first.sealingKeys });
  });

  it('a lost pepper is not replaced where the database holds API keys', async () => {
    await expect(keepBeside(await createTestDatabase(), withKey)).rejects.toThrow(
      /pepper is missing, and the database beside it holds API keys: restore it from a backup, .*API_KEY_PEPPER.*keys rotate/,
    );
    expect(existsSync(join(home, 'pepper'))).toBe(false);
  });

  it('a lost sealing key is not replaced where the database holds something sealed', async () => {
    writeFileSync(join(home, 'pepper'), read().peppers[0] as string);
    rmSync(join(home, 'sealing-key'));
    await expect(keepBeside(await createTestDatabase(), withKey, withWebhook)).rejects.toThrow(
      /sealing-key is missing, and the database beside it holds sealed credentials: restore it from a backup, .*SEALING_KEYS/,
    );
    expect(existsSync(join(home, 'sealing-key'))).toBe(false);
  });

  it('a sealing key is made beside a database that holds nothing sealed, as releases before the key left it', async () => {
    const [pepper] = read().peppers;
    rmSync(join(home, 'sealing-key'));
    await keepBeside(await createTestDatabase(), withKey);
    expect(written('pepper')).toBe(pepper);
  });

  it('both are made beside a database that holds nothing', () =>
    createTestDatabase().then((given) => keepBeside(given)));

  it('both are made beside a database that has no tables yet', () =>
    createEmptyDatabase().then((given) => keepBeside(given)));

  it('those that are given are not looked for in files', async () => {
    const given = { API_KEY_PEPPER: testPepper, SEALING_KEYS: testSealingKey };
    mkdirSync(join(home, 'postgres'));
    const secrets = read(given);
    await secrets.keep({ ownerUrl: 'postgres://127.0.0.1:1/nobody-asks' });
    expect([secrets.peppers, secrets.sealingKeys]).toEqual([[testPepper], [testSealingKey]]);
    expect(existsSync(join(home, 'pepper'))).toBe(false);
  });

  it('one that another process wrote meanwhile is not passed over', async () => {
    database = await createTestDatabase();
    mkdirSync(join(home, 'postgres'));
    const late = read();
    await read().keep({ ownerUrl: database.url });
    await expect(late.keep({ ownerUrl: database.url })).rejects.toThrow(
      /pepper was written by another process now/,
    );
  });

  it.each(['pepper', 'sealing-key'])('%s that is a folder is told with what to do', (file) => {
    mkdirSync(join(home, file));
    expect(() => read()).toThrow(
      new RegExp(`${file} is not what the first start wrote, it is a folder: restore it from a backup`),
    );
  });
});
