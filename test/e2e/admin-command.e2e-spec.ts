import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminDesk, runAdmin, type AdminCourse } from '../support/admin-command';
import { openInstallation } from '../../cli/admin/installation';
import { ExtensionRegistry } from '#libs/messaging/extension-registry';
import { Database } from '#libs/persistence/database';
import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { newSigningSecret } from '../support/customer-tokens';
import { createEmptyDatabase, createTestDatabase, rowsOf } from '../support/database';
import { setClock } from '../support/environment-clock';
import type { TestEnvironment } from '../support/environments';
import { testPepper, testSealingKey } from '../support/secrets';

// Domain: access-and-events

describe('npm run admin', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let folder: string;

  const desk = new AdminDesk();

  beforeAll(async () => {
    app = await createTestApp();
    folder = mkdtempSync(join(tmpdir(), 'admin-command-'));
  });
  afterAll(async () => {
    await desk.close();
    rmSync(folder, { recursive: true, force: true });
    await app.close();
  });

  beforeEach(async () => {
    place = await app.newEnvironment();
  });

  const variablesOf = (url: string) => ({ DATABASE_URL: url, API_KEY_PEPPER: testPepper });

  /** With the words of a shell, on the database of the application. */
  const run = (words: string, variables?: object): Promise<AdminCourse> =>
    variables
      ? runAdmin(words.split(' '), variables)
      : desk.run(words.split(' '), variablesOf(app.serviceUrl));

  const toldType = async (of: TestEnvironment): Promise<unknown> => {
    const [rest] = await expectOk<Json[]>(of.api.rest('GET', '/environments'));
    const [graphql] = await expectOk<Json[]>(of.api.graphql('{ environments { id name type createdAt } }'));
    expect(graphql).toEqual(rest);
    return rest?.['type'];
  };

  const entriesIn = (of: TestEnvironment): Promise<Json[]> =>
    expectOk<Json[]>(of.api.rest('GET', '/activity'));

  describe('environments list', () => {
    it('A8: tells those of all accounts to a program', async () => {
      const { exit, out, told } = await run('environments list --json');
      expect([exit, told]).toEqual([0, '']);
      const [own] = await expectOk<Json[]>(place.api.rest('GET', '/environments'));
      expect(JSON.parse(out)).toEqual(
        expect.arrayContaining([
          { account: 'default', ...own },
          expect.objectContaining({ account: 'another account', id: app.stranger.environmentId }),
        ]),
      );
      const stored = await rowsOf(app.databaseUrl, 'select from environment');
      expect(JSON.parse(out)).toHaveLength(stored.length);
    });

    it('A8: tells them to a person as a table', async () => {
      const { out } = await run('environments list');
      const [head, ...rows] = out.trimEnd().split('\n');
      expect(head).toMatch(/^ACCOUNT {2,}NAME {2,}ID {2,}TYPE {2,}CREATED AT$/);
      const row = rows.find((each) => each.includes(place.environmentId));
      expect(row?.split(/ {2,}/)).toEqual([
        'default',
        expect.stringMatching(/^environment-/),
        place.environmentId,
        'PRODUCTION',
        app.clock.now().toISOString(),
      ]);
      expect(row?.indexOf('PRODUCTION')).toBe(head?.indexOf('TYPE'));
    });

    it('A8: says so where there is none yet', async () => {
      const database = await createTestDatabase();
      const empty = variablesOf(database.url);
      expect(await run('environments list', empty)).toEqual({
        exit: 0,
        out: 'There is no environment yet: the first npm start makes one\n',
        told: '',
      });
      expect((await run('environments list --json', empty)).out).toBe('[]\n');
      await database.drop();
    });
  });

  describe('environments set-type', () => {
    it('A8: a service that runs tells the new type at once, of this environment alone', async () => {
      const { environmentId: id } = place;
      for (const type of ['SANDBOX', 'DEVELOPMENT', 'PRODUCTION']) {
        const { exit, out, told } = await run(`environments set-type ${id} ${type}`);
        expect([exit, told]).toEqual([0, '']);
        expect(out).toMatch(new RegExp(`^environment-\\w+ \\(${id}\\) is of type ${type}\\n$`));
        expect(await toldType(place)).toBe(type);
      }
      for (const other of [app.a, app.b, app.stranger]) expect(await toldType(other)).toBe('PRODUCTION');
    });

    it('A8, K1: an environment whose clock was set does not become PRODUCTION', async () => {
      const { environmentId: id } = place;
      await run(`environments set-type ${id} SANDBOX`);
      await expectOk(setClock(place, app.clock.now()));
      const { exit, told } = await run(`environments set-type ${id} PRODUCTION`);
      expect([exit, told]).toEqual([1, expect.stringMatching(/clock/)]);
      expect(await toldType(place)).toBe('SANDBOX');
      expect((await run(`environments set-type ${id} DEVELOPMENT`)).exit).toBe(0);
    });

    it('A8, W8: the log of activity of the environment tells both states and the system', async () => {
      const { environmentId: id } = place;
      const { out } = await run(`environments set-type ${id} SANDBOX --json`);
      const [after] = await expectOk<Json[]>(place.api.rest('GET', '/environments'));
      expect(JSON.parse(out)).toEqual(after);
      expect(await entriesIn(place)).toEqual([
        expect.objectContaining({
          ...{ type: 'environment.updated', entityType: 'ENVIRONMENT', entityId: id },
          ...{ actorType: 'SYSTEM', actor: 'admin', after, before: { ...after, type: 'PRODUCTION' } },
        }),
      ]);
      expect(await entriesIn(app.b)).toEqual([]);
    });

    it('A8: the type that it has is a success that changes nothing and is told nobody', async () => {
      expect((await run(`environments set-type ${place.environmentId} PRODUCTION`)).exit).toBe(0);
      expect(await toldType(place)).toBe('PRODUCTION');
      expect(await entriesIn(place)).toEqual([]);
    });

    it.each(['01a1fbe8-4373-7546-bea7-334b281bb5a6', 'production'])(
      'A8: %s names no environment: refused, and nothing changes',
      async (id) => {
        const types = () => rowsOf(app.databaseUrl, 'select uid, type from environment order by uid');
        const before = await types();
        expect(await run(`environments set-type ${id} SANDBOX`)).toEqual({
          exit: 1,
          out: '',
          told: `No environment has the id ${id}: npm run admin -- environments list tells them\n`,
        });
        expect(await types()).toEqual(before);
      },
    );
  });

  describe('integrations reseal', () => {
    it('customers-subscriptions U9, access-and-events B4, W4: the first key seals what the others had sealed, which may go then', async () => {
      const secret = 'Nq8Rw3Lz6Kd1Vb5Xt0Ha';
      const credentials = { secretKey: 'sk_test_0123456789', webhookSecret: 'whsec_0123456789' };
      await expectOk(place.api.rest('POST', '/integrations', { vendorIdentifier: 'STRIPE', credentials }));
      await newSigningSecret(place.api);
      const hook = { name: 'Ledger', endpoint: 'https://hooks.example.com/', eventTypes: ['customer.*'] };
      const { id } = await expectOk(place.api.rest('POST', '/webhooks', hook));
      await expectOk(place.api.rest('POST', `/webhooks/${String(id)}/rotate-secret`, { graceHours: 1 }));
      const keys = (...some: string[]) => ({ ...variablesOf(app.serviceUrl), SEALING_KEYS: some.join() });
      expect(await run('integrations reseal', keys(secret))).toMatchObject({
        exit: 1,
        told: expect.stringMatching(/SEALING_KEYS/) as string,
      });
      expect(await run('integrations reseal', keys(secret, testSealingKey))).toEqual({
        ...{
          exit: 0,
          told: '',
          out: '1 integration and 1 secret of customer tokens and 1 secret of webhooks were sealed anew\n',
        },
      });
      expect(JSON.parse((await run('integrations reseal --json', keys(secret))).out)).toEqual({
        ...{ resealed: 0, customerTokenSecrets: 0, webhookSecrets: 0 },
      });
      expect(await entriesIn(place)).toHaveLength(4);
    });
  });

  describe('the process', () => {
    it('ends with 2 and opens nothing where the words mean nothing; help is a success', async () => {
      const nowhere = variablesOf('postgres://u@127.0.0.1:1/d');
      expect(await run('environments drop', nowhere)).toMatchObject({
        exit: 2,
        out: '',
        told: expect.stringMatching(
          /^environments drop is unknown: .*list, create, set-type, publish, expect, hold, compare, release, forget\n\nnpm run admin -- /,
        ) as string,
      });
      expect(await run('--help', nowhere)).toMatchObject({
        exit: 0,
        out: expect.stringMatching(
          /^npm run admin -- accounts list\n[^]*\nnpm run admin -- audit verify \[<id>\]\n[^]*\nnpm run admin -- environments list\n/,
        ) as string,
        told: '',
      });
    });

    it('works beside the service as a stranger to it: no job, no poll, and its writes are looked at', async () => {
      const members = () => rowsOf(app.databaseUrl, 'select uid from engine_member order by uid');
      const before = await members();
      const installation = await openInstallation(variablesOf(app.serviceUrl), { tell: unheard });
      try {
        const asked = `select current_setting('engine.member', true) as member`;
        const [setting] = await installation.get(Database).query<{ member: string | null }>(asked);
        expect(setting?.member || null).toBeNull();
        expect(await members()).toEqual(before);
      } finally {
        await installation.close();
      }
    });

    it('asks all who may object to a change, as the service does', async () => {
      const objectors = (registry: ExtensionRegistry) => registry.all('question').map(({ where }) => where);
      const installation = await openInstallation(variablesOf(app.serviceUrl), { tell: unheard });
      try {
        const found = objectors(installation.get(ExtensionRegistry));
        expect(found.length).toBeGreaterThan(0);
        expect(found).toEqual(objectors(app.nest.get(ExtensionRegistry)));
      } finally {
        await installation.close();
      }
    });

    const unheard = (text: string): void => {
      throw new Error(`It told ${text}`);
    };
  });

  describe('the database', () => {
    it('that is away is told with what to do, without its password', async () => {
      const { exit, told } = await run(
        'environments list',
        variablesOf('postgres://u:dX4vR8mQ2w@127.0.0.1:1/d'),
      );
      expect(exit).toBe(1);
      expect(told).toMatch(/^Nothing listens at the database at 127\.0\.0\.1:1 \(DATABASE_URL\): start it/);
      expect(told).not.toContain('dX4vR8mQ2w');
    });

    it('that is older than the code is told, and is left as it is', async () => {
      const database = await createEmptyDatabase();
      const { exit, told } = await run('environments list', variablesOf(database.url));
      expect(exit).toBe(1);
      expect(told).toMatch(/^The database is older than this code .*run `npm run migration:run`/);
      expect(await rowsOf(database.url, `select from pg_tables where schemaname = 'public'`)).toEqual([]);
      await database.drop();
    });

    it('is not made where DATA_DIR has none', async () => {
      const home = join(folder, 'mistyped');
      const { exit, told } = await run('environments list', { DATA_DIR: home });
      expect([exit, existsSync(home)]).toEqual([1, false]);
      expect(told).toMatch(
        /^There is no database in .*admin-command-.*run npm start once, or set DATA_DIR or/,
      );
    });

    it('gets no pepper but that of the service', async () => {
      const home = join(folder, 'with-given-pepper');
      mkdirSync(join(home, 'postgres'), { recursive: true });
      const { exit, told } = await run('environments list', { DATA_DIR: home });
      expect([exit, readdirSync(home)]).toEqual([1, ['postgres']]);
      expect(told).toMatch(/^There is no pepper in .*: set API_KEY_PEPPER to that of the service\n$/);
    });

    it('needs the variables of the service: what lacks is told', async () => {
      const { exit, told } = await run('environments list', { DATABASE_URL: app.databaseUrl });
      expect([exit, told]).toEqual([
        1,
        expect.stringMatching(/API_KEY_PEPPER is required with DATABASE_URL/),
      ]);
    });
  });
});
