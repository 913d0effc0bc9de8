import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKeySecret } from '#libs/credentials/key-secret';
import type { Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { testPepper } from '../support/secrets';
import { ServiceProcess } from '../support/service-process';

// Domain: access-and-events

// Each start loads all modules, on a machine that others may share.
jest.setTimeout(600_000);

const serverKey = newKeySecret('server-');
const root = join(__dirname, '../..');

let home: string;
let service: ServiceProcess | undefined;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'admin-command-'));
  // PostgreSQL of root runs as another user.
  chmodSync(home, 0o711);
});
afterAll(async () => {
  if (service?.isRunning) await service.stop();
  rmSync(home, { recursive: true, force: true });
});

const start = async (): Promise<ServiceProcess> =>
  (service = await ServiceProcess.start({ DATA_DIR: home, BOOTSTRAP_SERVER_KEY: serverKey }));

/** As in a shell: `npm run -s admin -- <words>`. */
async function admin(...words: string[]): Promise<{ code: number; out: string; told: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: home, API_KEY_PEPPER: testPepper };
  const child = spawn(process.execPath, ['scripts/admin.mjs', ...words], { cwd: root, env });
  let [out, told] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, told };
}

const environmentsOf = ({ api }: ServiceProcess): Promise<Json[]> =>
  expectOk<Json[]>(api.rest('GET', '/environments'));

/** Its server removes this file as it stops. */
const isDatabaseUp = (): boolean => existsSync(join(home, 'postgres/postmaster.pid'));

describe('npm run admin on the embedded database', () => {
  it('A8: changes a type beside the service that runs on it, and without one runs it meanwhile', async () => {
    let running = await start();
    const [own] = await environmentsOf(running);
    expect(own?.['type']).toBe('DEVELOPMENT');
    const id = String(own?.['id']);
    const listed = await admin('environments', 'list', '--json');
    expect([listed.code, listed.told, JSON.parse(listed.out)]).toEqual([
      0,
      '',
      [{ account: 'default', ...own }],
    ]);

    expect(await admin('environments', 'set-type', id, 'SANDBOX')).toMatchObject({ code: 0, told: '' });

    expect(isDatabaseUp()).toBe(true);
    expect(await environmentsOf(running)).toEqual([{ ...own, type: 'SANDBOX' }]);
    expect([await running.stop(), running.faults, isDatabaseUp()]).toEqual([
      { code: 0, signal: null },
      [],
      false,
    ]);

    expect(await admin('environments', 'set-type', id, 'PRODUCTION')).toMatchObject({ code: 0, told: '' });
    expect((await admin('environments', 'set-type', 'nobody', 'SANDBOX')).code).toBe(1);

    expect(isDatabaseUp()).toBe(false);
    running = await start();
    expect(await environmentsOf(running)).toEqual([{ ...own, type: 'PRODUCTION' }]);
  });

  it('ends with 2 for words that mean nothing', async () => {
    expect((await admin('environments', 'drop')).code).toBe(2);
  });
});
