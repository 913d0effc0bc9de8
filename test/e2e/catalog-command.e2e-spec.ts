import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { runCatalogCommand } from '../../cli/catalog/command';
import { BlastRadiusService } from '../../src/modules/exchange/catalog-as-code/blast-radius.service';
import { createTestApp, type TestApp } from '../support/app';
import { radiusCatalog } from '../support/blast-radius';
import { createCustomer, createFeature, report, subscribe, type Json } from '../support/catalog';
import { exportCatalog, planned } from '../support/catalog-door';
import { catalogDocument, changedCatalog, entitled, named } from '../support/catalog-document';
import { expectOk } from '../support/client';
import type { TestEnvironment } from '../support/environments';

describe('npm run catalog', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let folder: string;

  beforeAll(async () => {
    app = await createTestApp({ listen: true });
    folder = mkdtempSync(join(tmpdir(), 'catalog-command-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await app.close();
  });

  beforeEach(async () => {
    place = await app.newEnvironment();
  });

  interface Course {
    exit: number;
    out: string;
    told: string;
  }

  /** With the words of a shell, in an environment of the service; `answer` is typed by a person. */
  async function run(
    words: string[],
    more: { answer?: string; variables?: Record<string, string> } = {},
  ): Promise<Course> {
    const course = { exit: 0, out: '', told: '' };
    const { answer, variables } = more;
    course.exit = await runCatalogCommand(words, {
      terminal: {
        write: (text) => void (course.out += text),
        tell: (text) => void (course.told += text),
        isTerminal: false,
        ...(answer !== undefined && { ask: async () => answer }),
      },
      variables: variables ?? { CATALOG_URL: app.url, CATALOG_KEY: place.serverKey },
      dataDirectory: join(folder, 'no-data'),
      port: '1',
    });
    return course;
  }

  const fileOf = (name: string, document: unknown): string => {
    const file = join(folder, name);
    writeFileSync(file, name.endsWith('.json') ? JSON.stringify(document) : stringify(document));
    return file;
  };

  it('exports as YAML or JSON, to the terminal or to a file', async () => {
    const file = fileOf('catalog.yaml', catalogDocument());
    expect(await run(['apply', file, '--yes'])).toMatchObject({ exit: 0 });
    const expected = await exportCatalog(place.api);
    const yaml = await run(['export']);
    expect([yaml.exit, parse(yaml.out)]).toEqual([0, expected]);
    const json = await run(['export', '--format', 'json']);
    expect(JSON.parse(json.out)).toEqual(expected);
    const out = join(folder, 'told.json');
    expect(await run(['export', '--out', out])).toEqual({ exit: 0, out: '', told: '' });
    expect(readFileSync(out, 'utf8')).toBe(json.out);
    expect(await run(['plan', out])).toMatchObject({
      exit: 0,
      out: expect.stringContaining('Nothing to change') as string,
    });
  });

  it('plans: tells a person what would come, change and go, and changes nothing', async () => {
    await run(['apply', fileOf('base.yaml', catalogDocument()), '--yes']);
    await createFeature(place.api, 'unused', 'switch');
    const document = changedCatalog(({ plans, addons, packageGroups }) => {
      Object.assign(entitled(plans, 'starter', 1), { usageLimit: 4 });
      Object.assign(named(plans, 'starter'), { description: undefined });
      plans.push({ id: 'top', displayName: 'Top', productId: 'maps', pricingType: 'CUSTOM' });
      addons.length = packageGroups.length = 0;
      Object.assign(named(plans, 'pro'), { compatibleAddonIds: undefined, packageGroups: undefined });
    });
    const { addons, packageGroups, plans } = document;
    const next = { formatVersion: 1, addons, packageGroups, plans };
    const file = fileOf('next.json', next);
    const { exit, out, told } = await run(['plan', file, '--prune']);
    expect([exit, told]).toEqual([0, '']);
    expect(out.split('\n').slice(0, -2)).toEqual([
      expect.stringMatching(/^- ADDON extra$/),
      expect.stringMatching(/^- ADDON more$/),
      '- PACKAGE_GROUP boosts',
      '~ PLAN pro  new version',
      '    - compatibleAddonIds  ["extra","more"]',
      '    - packageGroups[boosts]  {"id":"boosts","freeItems":1}',
      '~ PLAN starter  new version',
      '    - description  "To begin with"',
      '    ~ entitlements[FEATURE projects].usageLimit  3 → 4',
      '+ PLAN top',
      '',
      '1 to create, 0 to change, 2 new versions, 3 to archive',
    ]);
    const { hash } = await planned(place.api, next, { prune: true });
    expect(out.split('\n').at(-2)).toBe(`hash ${hash}`);
    expect((await run(['plan', file, '--prune', '--exit-code'])).exit).toBe(2);
    expect((await run(['plan', fileOf('same.yaml', catalogDocument()), '--exit-code'])).exit).toBe(0);
  });

  describe('tells who would notice', () => {
    const file = (usageLimit: number): string => {
      const document = radiusCatalog();
      Object.assign(entitled(document.plans, 'base', 0), { usageLimit });
      return fileOf(`limit-${usageLimit}.yaml`, document);
    };
    const service = () => app.nest.get(BlastRadiusService);

    beforeEach(async () => {
      await run(['apply', fileOf('base.yaml', radiusCatalog()), '--yes']);
      for (const id of ['ann', 'ben', 'cat', 'dan']) {
        await createCustomer(place.api, id);
        await subscribe(place.api, id, 'base');
      }
      await expectOk(report(place.api, 'cat', 'calls', 90));
    });

    const aboutCustomers = (out: string): string[] =>
      out.slice(out.search(/\d+ of \d+ customers/)).split('\n');

    it('first those who would fall below what they use, with an exit code for scripts', async () => {
      const words = ['plan', file(50), '--all-customers'];
      const { exit, out } = await run(words);
      expect([exit, aboutCustomers(out)]).toEqual([
        0,
        [
          '4 of 4 customers on what changes would notice, 1 would fall below what they use',
          '  cat  calls  100 per MONTH → 50 per MONTH  uses 90, which is more',
          ...['ann', 'ben', 'dan'].map((id) => `  ${id}  calls  100 per MONTH → 50 per MONTH  uses 0`),
          expect.stringMatching(/^hash /),
          '',
        ],
      ]);
      expect((await run([...words, '--exit-code'])).exit).toBe(3);
      expect((await run([...words, '--exit-code', '--no-radius'])).exit).toBe(2);
      expect((await run(['plan', file(200), '--all-customers', '--exit-code'])).exit).toBe(2);
    });

    it('says nothing of customers where none was asked about', async () => {
      for (const words of [[], ['--all-customers', '--no-radius']]) {
        expect((await run(['plan', file(50), ...words])).out).not.toContain('customers');
      }
    });

    it('waits for the task of a large radius and tells how far it is', async () => {
      const { rangeSize, rangesAtOnce } = service();
      const atOnce = await run(['plan', file(50), '--all-customers']);
      Object.assign(service(), { rangeSize: 1, rangesAtOnce: 0 });
      const { exit, out, told } = await run(['plan', file(50), '--all-customers']).finally(() =>
        Object.assign(service(), { rangeSize, rangesAtOnce }),
      );
      expect([exit, out.split('\n').toSorted()]).toEqual([0, atOnce.out.split('\n').toSorted()]);
      expect(told).toMatch(/finding which customers would notice: 100%\n$/);
    });

    it('shows it to whom it asks for a confirmation', async () => {
      const asked = await run(['apply', file(50), '--all-customers'], { answer: 'no' });
      expect(asked.out).toContain('1 would fall below what they use');
      const confirmed = await run(['apply', file(50), '--all-customers', '--yes']);
      expect(confirmed.out).not.toContain('customers on');
      expect(confirmed.out).toMatch(/task \S+ moves running subscriptions/);
    });
  });

  it('applies what a person has seen and confirmed', async () => {
    const file = fileOf('catalog.yaml', catalogDocument());
    const declined = await run(['apply', file], { answer: 'y' });
    expect(declined).toMatchObject({ exit: 1, told: 'Nothing was changed\n' });
    expect(declined.out).toContain('+ PLAN pro');
    expect((await exportCatalog(place.api)).plans).toEqual([]);
    expect(await run(['apply', file])).toMatchObject({
      exit: 1,
      told: expect.stringMatching(/give --yes/) as string,
    });
    const confirmed = await run(['apply', file], { answer: 'yes' });
    expect([confirmed.exit, confirmed.told]).toEqual([0, '']);
    expect(confirmed.out).toMatch(/\n15 objects changed\n$/);
    expect((await run(['apply', file])).out).toMatch(/^Nothing to change/m);
  });

  it('applies the plan that somebody has read, and nothing that has drifted since', async () => {
    const file = fileOf('catalog.yaml', catalogDocument());
    const hash = /hash (\S+)/.exec((await run(['plan', file])).out)?.[1] as string;
    await createFeature(place.api, 'meanwhile', 'switch');
    const drifted = await run(['apply', file, '--hash', hash]);
    expect(drifted).toMatchObject({ exit: 1, out: '' });
    expect(drifted.told).toMatch(
      /^ObjectAlreadyBeingUsedByAnotherRequestError: hash: the catalog was changed/,
    );
    const next = /hash (\S+)/.exec((await run(['plan', file])).out)?.[1] as string;
    expect((await run(['apply', file, '--hash', next])).out).toContain('+ PLAN pro');
  });

  it('brings one environment into another', async () => {
    const source = await app.newEnvironment();
    const [file, variables] = [
      fileOf('source.yaml', catalogDocument()),
      { CATALOG_URL: app.url, CATALOG_KEY: source.serverKey },
    ];
    await run(['apply', file, '--yes'], { variables });
    const words = ['apply', '--yes', '--from-url', app.url, '--from-key', source.serverKey];
    expect((await run(words)).exit).toBe(0);
    expect(await exportCatalog(place.api)).toEqual(await exportCatalog(source.api));
  });

  it('finds the service that npm start runs here by its data directory', async () => {
    const dataDirectory = join(folder, 'data');
    mkdirSync(dataDirectory, { recursive: true });
    writeFileSync(join(dataDirectory, 'keys.json'), JSON.stringify({ serverKey: place.serverKey }));
    let out = '';
    const terminal = {
      write: (text: string) => void (out += text),
      tell: () => undefined,
      isTerminal: false,
    };
    const port = new URL(app.url).port;
    expect(await runCatalogCommand(['export'], { terminal, variables: {}, dataDirectory, port })).toBe(0);
    expect(parse(out)).toMatchObject({ formatVersion: 1 });
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['no verb', [], {}, /^npm run catalog -- export/],
    ['an unknown verb', ['delete'], {}, /^npm run catalog -- export/],
    ['an unknown option', ['export', '--everything'], {}, /Unknown option '--everything'/],
    ['no file', ['plan'], {}, /^npm run catalog -- export/],
    [
      'a file and another environment',
      ['plan', 'x.yaml', '--from-url', 'http://x'],
      {},
      /^npm run catalog -- export/,
    ],
    ['a file that is none', ['plan', 'nowhere.yaml'], {}, /nowhere\.yaml is no file/],
    ['another format', ['export', '--format', 'xml'], {}, /--format is yaml or json/],
  ])('tells how it is meant: %s', async (_what, words, more, message) => {
    const variables = { CATALOG_URL: app.url, CATALOG_KEY: place.serverKey, ...more };
    const course = await run(words, { variables });
    expect([course.exit, course.out]).toEqual([1, '']);
    expect(course.told).toMatch(message);
  });

  it('tells what is wrong: no key, no service, no YAML, a refusal', async () => {
    const file = fileOf('catalog.yaml', catalogDocument());
    expect((await run(['plan', file], { variables: { CATALOG_URL: app.url } })).told).toMatch(
      /^No key for http/,
    );
    const gone = { CATALOG_URL: 'http://127.0.0.1:1', CATALOG_KEY: 'x' };
    expect((await run(['plan', file], { variables: gone })).told).toMatch(/does not answer/);
    const broken = join(folder, 'broken.yaml');
    writeFileSync(broken, 'plans: [');
    expect((await run(['plan', broken])).told).toMatch(/broken\.yaml: /);
    const dangling = changedCatalog(({ plans }) =>
      Object.assign(named(plans, 'pro'), { parentPlanId: 'nobody' }),
    );
    expect(await run(['apply', fileOf('dangling.yaml', dangling), '--yes'])).toMatchObject({
      exit: 1,
      told: expect.stringMatching(
        /^MergeEnvironmentValidationError: document\.plans\[0\]\.parentPlanId/,
      ) as string,
    });
    expect(existsSync(file)).toBe(true);
    const log = await expectOk<Json[]>(place.api.rest('GET', '/activity'));
    expect(log).toEqual([]);
  });
});
