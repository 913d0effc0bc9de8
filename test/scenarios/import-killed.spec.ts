import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runImportCommand } from '../../cli/import/command';
import { check, createFeature, createProduct, publishPlan } from '../support/catalog';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { Gate, type Place } from '../support/gate';
import {
  goodOf,
  isWrong,
  numbersTo,
  refusedLines,
  writeCustomers,
  writeSubscriptions,
} from '../support/import-files';
import { Kills, type Blow } from '../support/kills';
import { MemoryWatch } from '../support/memory-watch';
import { calls } from '../support/publishing';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

// Domain: customers-subscriptions

// On an idle machine the full size takes a third of this.
jest.setTimeout(2_400_000);

// Several requests of each, so that kills meet different ones.
const customers = scaled(100_000, 3000);
const subscriptions = scaled(20_000, 400);
const rowsAtOnce = scaled(1000, 200);
/** Of the service, whatever comes in. Of a heap that grows by what it is given, a tenth of the full size takes more. */
const mostGrowthMb = 400;

const made: Place = { table: 'customer', on: 'insert', at: 'write' };
const madeAtLast: Place = { table: 'customer', on: 'insert', at: 'commit' };
const begun: Place = { table: 'subscription', on: 'insert', at: 'write' };
const claimed: Place = { table: 'task_result', on: 'insert', at: 'write' };
const claimedAtLast: Place = { table: 'task_result', on: 'insert', at: 'commit' };
const stored: Place = { table: 'subscription_import_row', on: 'insert', at: 'commit' };

/** All that is stored of what was imported, and how often anything was told. */
const whole = `select ${['customer', 'subscription', 'subscription_package', 'entitlement_snapshot']
  .map((table) => `(select md5(string_agg(t::text, ' ' order by t::text)) from ${table} t) as ${table}`)
  .join(
    ', ',
  )}, (select count(*) from activity where entity_type <> 'IMPORT') as activities, (select count(*) from outbox_event) as events`;

describe(`the service is killed ten times while ${customers} customers and ${subscriptions} subscriptions come in`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-killed-'));
  const files = { customers: join(folder, 'people.jsonl'), subscriptions: join(folder, 'running.csv') };
  let database: TestDatabase;
  let gate: Gate;
  let kills: Kills;

  beforeAll(async () => {
    database = await createTestDatabase();
    gate = await Gate.in(database.url, [made, madeAtLast, begun, claimed, claimedAtLast, stored]);
    const service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl });
    const { serverKey: BOOTSTRAP_SERVER_KEY, port: PORT } = service;
    const again = { DATABASE_URL: database.serviceUrl, BOOTSTRAP_SERVER_KEY, PORT };
    kills = new Kills(service, gate, again, made, seededRandom('import-killed.spec'));
    await createProduct(service.api, 'main');
    await createFeature(service.api, 'calls', 'metered');
    await publishPlan(service.api, { id: 'pro', productId: 'main', entitlements: [calls(100)] });
    await writeCustomers(files.customers, customers);
    await writeSubscriptions(files.subscriptions, subscriptions);
  });
  afterAll(async () => {
    await gate?.close();
    await kills?.service.kill();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = <R extends object>(text: string): Promise<R[]> => rowsOf<R>(database.url, text);

  async function run(kind: keyof typeof files, ...more: string[]): Promise<string> {
    const { service } = kills;
    let out = '';
    const startedAt = performance.now();
    const exit = await runImportCommand([kind, files[kind], ...more], {
      terminal: { write: (text) => void (out += text), tell: () => undefined, isTerminal: false },
      variables: { CATALOG_URL: service.url, CATALOG_KEY: service.serverKey },
      ...{ dataDirectory: folder, port: service.port, rowsAtOnce },
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const count = kind === 'customers' ? customers : subscriptions;
    process.stdout.write(`${count} ${kind} ${more.join(' ')}: ${Math.round(count / seconds)} rows/s\n`);
    expect(exit).toBe(2);
    return out.split('\n')[0] as string;
  }

  async function killedWhile(kind: keyof typeof files, blows: Blow[], count: number): Promise<string> {
    const strike = await kills.strike(blows, Math.ceil(count / 12));
    const [told] = await Promise.all([run(kind), strike()]);
    return told;
  }

  const expectedRefusals = (prefix: string, count: number, firstLine: number, code: string): unknown[] =>
    numbersTo(count)
      .filter(isWrong)
      .map((number) => ({ line: number + firstLine, id: `${prefix}-${number}`, code }));
  const toldRefusals = (file: string): unknown[] =>
    refusedLines(file).map(({ line, id, code, message }) => {
      expect(message).not.toBe('');
      return { line, id, code };
    });
  /** How many objects were told to be made so often. */
  const timesMade = (type: string): Promise<{ times: number; objects: number }[]> =>
    ask(`select times, count(*)::int as objects
           from (select count(*)::int as times from activity where type = '${type}' group by entity_id) made group by 1`);

  it('U11: each good customer is there once, and each wrong row is told', async () => {
    const blows: Blow[] = [made, madeAtLast, 'at random', made, madeAtLast];
    const good = goodOf(customers);
    const told = await killedWhile('customers', blows, customers);
    expect(told).toBe(`${customers} rows, ${good} created, 0 there already, ${customers - good} refused`);
    const refused = expectedRefusals('c', customers, 1, 'FailedToImportCustomer');
    expect(toldRefusals(files.customers)).toEqual(refused);
    expect(await timesMade('customer.created')).toEqual([{ times: 1, objects: good }]);
    expect(await ask('select count(*)::int as there from customer')).toEqual([{ there: good }]);
  });

  it('X8: each good subscription is there once, and each wrong row is told', async () => {
    const good = goodOf(subscriptions);
    const blows: Blow[] = [stored, begun, claimedAtLast, claimed, claimedAtLast];
    const told = await killedWhile('subscriptions', blows, subscriptions);
    expect(told).toBe(`${subscriptions} rows, ${good} created, ${subscriptions - good} refused`);
    const refused = expectedRefusals('s', subscriptions, 2, 'PlanNotFound');
    expect(toldRefusals(files.subscriptions)).toEqual(refused);
    expect(await timesMade('subscription.created')).toEqual([{ times: 1, objects: good }]);
    expect(await ask('select count(*)::int as there from subscription')).toEqual([{ there: good }]);
    expect(await ask('select from subscription_import_row')).toEqual([]);
    const granted = await check(kills.service.api, 'c-0', 'featureId=calls');
    expect(granted).toMatchObject({ isGranted: true, usageLimit: 100 });
  });

  it('U11, X8: the same files again change nothing, and the service needs no more memory', async () => {
    const before = await ask(whole);
    const memory = new MemoryWatch(() => kills.service.pid);
    const wrong = {
      customers: customers - goodOf(customers),
      subscriptions: subscriptions - goodOf(subscriptions),
    };
    expect(await run('customers', '--again')).toBe(
      `${customers} rows, 0 created, ${goodOf(customers)} there already, ${wrong.customers} refused`,
    );
    expect(await run('subscriptions', '--again')).toBe(
      `${subscriptions} rows, ${goodOf(subscriptions)} unchanged, ${wrong.subscriptions} refused`,
    );
    const most = memory.end();
    process.stdout.write(
      `memory of the service: ${Math.round(memory.first)} MB, at most ${Math.round(most)} MB\n`,
    );
    expect(most - memory.first).toBeLessThan(mostGrowthMb);
    expect(await ask(whole)).toEqual(before);
    expect(kills.service.faults).toEqual([]);
  });
});
