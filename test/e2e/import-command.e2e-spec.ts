import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runImportCommand } from '../../cli/import/command';
import { createTestApp, type TestApp } from '../support/app';
import { createProduct, publishPlan, type Json } from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import type { TestEnvironment } from '../support/environments';

// Domain: customers-subscriptions

describe('npm run import', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let folder: string;

  beforeAll(async () => {
    app = await createTestApp({ listen: true });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    place = await app.newEnvironment();
    folder = mkdtempSync(join(tmpdir(), 'import-command-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const fileOf = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const refusedIn = (file: string): Json[] =>
    readFileSync(`${file}.refused.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Json);

  async function run(words: string[], { url = app.url, isTerminal = false, rowsAtOnce = 3 } = {}) {
    const course = { exit: 0, out: '', told: '' };
    course.exit = await runImportCommand(words, {
      terminal: {
        write: (text) => void (course.out += text),
        tell: (text) => void (course.told += text),
        isTerminal,
      },
      variables: { CATALOG_URL: url, CATALOG_KEY: place.serverKey },
      ...{ dataDirectory: join(folder, 'no-data'), port: '1', rowsAtOnce },
    });
    return course;
  }

  it('U11: imports a table of customers, and tells which lines were refused', async () => {
    const lines = ['ref,email,name,metadata.tier', 'ann,a@b.example,Ann,gold', 'ben,nowhere,Ben,', 'cat,,,'];
    const file = fileOf('people.csv', [...lines, 'dan,d@b.example', 'eve,e@b.example,Eve,'].join('\n'));
    const words = ['customers', file, '--map', 'ref=id'];
    const { exit, out, told } = await run(words, { isTerminal: true });
    expect([exit, out]).toEqual([
      2,
      `5 rows, 3 created, 0 there already, 2 refused\n${file}.refused.jsonl tells which, and why\n`,
    ]);
    expect(told).toMatch(/3 rows … \d+ rows\/s, 1 refused/);
    expect(refusedIn(file)).toEqual([
      { line: 3, id: 'ben', code: 'FailedToImportCustomer', message: 'email must be an e-mail address' },
      { line: 5, id: null, code: null, message: 'The line has 2 cells, and the header 4' },
    ]);
    const { data } = await expectPage<Json>(place.api.rest('GET', '/customers'));
    expect(new Set(data.map(({ id }) => id))).toEqual(new Set(['ann', 'cat', 'eve']));
    expect(await expectOk(place.api.rest('GET', '/customers/ann'))).toMatchObject({
      metadata: { tier: 'gold' },
    });
  });

  it('U11: sends payment methods of a table, to the integration that is named', async () => {
    place = await app.environments.add(app.a.accountId, undefined, 'SANDBOX');
    const body = { id: 'pay', vendorIdentifier: 'STRIPE', credentials: { sandbox: true } };
    await expectOk(place.api.rest('POST', '/integrations', body));
    const lines = ['id,email,name,paymentMethodId', 'ann,,Ann,pm_sandbox_pays', 'ben,,Ben,pm_1', 'cat,,Cat,'];
    const file = fileOf('payers.csv', lines.join('\n'));
    const { exit, out } = await run(['customers', file, '--integration', 'pay']);
    expect([exit, out.split('\n')[0]]).toEqual([2, '3 rows, 2 created, 0 there already, 1 refused']);
    expect(refusedIn(file)).toMatchObject([
      {
        line: 3,
        id: 'ben',
        message: expect.stringMatching(/^paymentMethodId: .*knows no such payment method/),
      },
    ]);
    expect(await expectOk(place.api.rest('GET', '/customers/ann'))).toMatchObject({
      defaultPaymentMethod: { billingId: 'pm_sandbox_pays' },
    });
  });

  it('U11: says so of a file that was imported already, and sends it again where that is asked for', async () => {
    const file = fileOf('people.jsonl', '{"id":"ann","email":null,"name":null}\n');
    expect(await run(['customers', file])).toEqual({
      ...{ exit: 0, told: '', out: '1 rows, 1 created, 0 there already, 0 refused\n' },
    });
    expect(existsSync(`${file}.refused.jsonl`)).toBe(false);
    const again = await run(['customers', file]);
    expect([again.exit, again.out]).toEqual([
      0,
      expect.stringMatching(/imported already.*\n1 rows, 1 created/),
    ]);
    expect((await run(['customers', file, '--again'])).out).toBe(
      '1 rows, 0 created, 1 there already, 0 refused\n',
    );
  });

  it('X8: imports subscriptions task by task, and waits for each', async () => {
    await createProduct(place.api, 'maps', { multipleSubscriptions: true });
    await publishPlan(place.api, { id: 'pro', productId: 'maps', pricingType: 'CUSTOM' });
    await expectOk(place.api.rest('POST', '/customers', { id: 'ann' }));
    const row = (id: number, more: Json = {}) =>
      JSON.stringify({ id: `s-${id}`, customerId: 'ann', planId: 'pro', resourceId: `site-${id}`, ...more });
    const rows = [row(1), row(2), row(3, { planId: 'none' }), row(4), row(5, { customerId: 7 })];
    const file = fileOf('subscriptions.jsonl', rows.join('\n'));
    const { exit, out } = await run(['subscriptions', file], { rowsAtOnce: 2 });
    expect([exit, out.split('\n')[0]]).toEqual([2, '5 rows, 3 created, 2 refused']);
    expect(refusedIn(file)).toMatchObject([
      { line: 3, id: 's-3', code: 'PlanNotFound' },
      { line: 5, id: 's-5', code: 'BadUserInput' },
    ]);
    const again = await run(['subscriptions', file, '--again'], { rowsAtOnce: 2 });
    expect([again.exit, again.out.split('\n')[0]]).toEqual([2, '5 rows, 3 unchanged, 2 refused']);
  });

  describe('beside a service that fails', () => {
    let server: Server;
    let answers: ((
      send: () => Promise<Response>,
    ) => Promise<[status: number, headers?: Record<string, string>] | undefined>)[];
    let names: (string | undefined)[];
    let url: string;

    beforeEach(async () => {
      [answers, names] = [[], []];
      server = createServer((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => void pass(Buffer.concat(parts)));
        const pass = async (body: Buffer): Promise<void> => {
          const name = request.headers['idempotency-key'] as string | undefined;
          names.push(name);
          const headers = {
            'x-api-key': place.serverKey,
            'content-type': 'application/json',
            'idempotency-key': name ?? '',
          };
          const send = () => fetch(`${app.url}${request.url}`, { method: request.method, headers, body });
          const instead = await answers.shift()?.(send);
          if (instead?.[0] === 0) return void request.socket.destroy();
          if (instead)
            return void response.writeHead(instead[0], instead[1]).end('{"code":null,"message":"Not now"}');
          const answer = await send();
          response.writeHead(answer.status).end(await answer.text());
        };
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterEach(() => new Promise((resolve) => server.close(resolve)));

    const people = (count: number): string =>
      fileOf(
        'people.csv',
        ['id,email,name', ...Array.from({ length: count }, (_, n) => `c-${n},,`)].join('\n'),
      );

    it('waits as long as it is told, and sends again what was not answered', async () => {
      answers = [
        async () => [429, { 'retry-after': '0' }],
        async () => [503, { 'retry-after': '0' }],
        async (send) => {
          await send();
          return [0];
        },
      ];
      const { exit, out } = await run(['customers', people(2)], { url });
      // Answered again as it was: both were made by this run.
      expect([exit, out]).toEqual([0, '2 rows, 2 created, 0 there already, 0 refused\n']);
      expect([names.length, new Set(names).size]).toEqual([4, 1]);
    });

    it('goes on where it was ended', async () => {
      answers = [async () => undefined, async () => [400]];
      const file = people(7);
      expect(await run(['customers', file], { url })).toMatchObject({ exit: 1, told: 'Not now\n' });
      names = [];
      const { exit, out, told } = await run(['customers', file], { url });
      expect([exit, out, told]).toEqual([
        ...[0, '7 rows, 7 created, 0 there already, 0 refused\n', 'goes on after 3 rows\n'],
      ]);
      expect(names).toHaveLength(2);
    });
  });

  it.each([
    ['a file that there is not', ['customers', 'none.csv'], /^none.csv is no file\n$/],
    ['no words', [], /^npm run import --/],
  ])('tells of %s, and ends with 1', async (_what, words, message) => {
    expect(await run(words)).toMatchObject({ exit: 1, told: expect.stringMatching(message) as string });
  });

  it('tells a refusal of the service, and how to call it', async () => {
    const file = fileOf('people.jsonl', '{"id":"ann","email":null,"name":null}\n');
    const refused = await run(['customers', file, '--key', 'server-wrong']);
    expect(refused).toMatchObject({ exit: 1, told: expect.stringMatching(/^Unauthenticated: /) as string });
    const linked = await run(['customers', file, '--integration', 'crm']);
    expect(linked).toMatchObject({ exit: 1, told: 'IntegrationNotFound: Integration crm was not found\n' });
    expect(await run(['--help'])).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^npm run import/) as string,
    });
  });
});
