import { newKeySecret } from '#libs/credentials/key-secret';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { meterOf } from '../support/metered-features';
import { inParallel, untilAnswered } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

// Domain: access-and-events

jest.setTimeout(3_600_000);

const levels = 4;
const entities = scaled(10_000, 120);
const facts = scaled(60_000, 600);
const largestBatch = scaled(50, 5);
const clients = 16;
const atOnce = 100;
const random = seededRandom('governed-usage.spec');

/** An entity of the model: who stands above it, and what was used of each feature below it. */
interface Node {
  id: string;
  parent: Node | null;
  calls: number;
  tokens: number;
}

/** A tree in which each level has some ten times as many as the one above. */
function treeOf(count: number): Node[] {
  const nodes: Node[] = [];
  const byLevel: Node[][] = [];
  for (let level = 0; level < levels; level++) {
    const above = byLevel[level - 1] ?? [];
    const size =
      level === levels - 1
        ? count - nodes.length
        : Math.max(1, Math.round(count / 10 ** (levels - 1 - level)));
    const own = Array.from({ length: size }, (_, n): Node => ({
      ...{ id: `l${level}-${n}`, parent: level === 0 ? null : random.pick(above), calls: 0, tokens: 0 },
    }));
    byLevel.push(own);
    nodes.push(...own);
  }
  return nodes;
}

const pathOf = (node: Node | null): Node[] => (node ? [node, ...pathOf(node.parent)] : []);

/** Once for each entity, however many dimensions name it or what stands below it. */
function add(named: readonly Node[], subject: 'calls' | 'tokens', amount: number): void {
  for (const node of new Set(named.flatMap(pathOf))) node[subject] += amount;
}

describe(`${entities} entities in ${levels} levels, two processes and a kill`, () => {
  const nodes = treeOf(entities);
  let database: TestDatabase;
  let processes: ServiceProcess[];
  const variables = (): Record<string, string> => ({
    ...{
      DATABASE_URL: database.serviceUrl,
      BOOTSTRAP_SERVER_KEY: key,
      BOOTSTRAP_ENVIRONMENT_TYPE: 'SANDBOX',
    },
    RATE_LIMIT_ENABLED: 'false',
  });
  const key = newKeySecret('server-');
  const api = (): ApiClient => random.pick(processes).api;

  beforeAll(async () => {
    database = await createTestDatabase();
    processes = [await ServiceProcess.start(variables())];
    processes.push(await ServiceProcess.start(variables()));
    const first = api();
    await createProduct(first, 'product');
    await createFeature(first, 'calls', 'metered');
    await createFeature(first, 'tokens', 'metered', { meter: meterOf('SUM', 'tokens') });
    const entitlements = ['calls', 'tokens'].map((id) =>
      feature(id, { usageLimit: 1_000_000_000, resetPeriod: 'YEAR' }),
    );
    await publishPlan(first, { id: 'plan', productId: 'product', entitlements });
    await createCustomer(first, 'acorn');
    await subscribe(first, 'acorn', 'plan');
    const types = [{ id: 'unit', displayName: 'Unit', attributionKeys: ['unit', 'other'] }];
    await expectOk(first.beta('PUT', '/entity-types', { types }));
    for (let from = 0; from < nodes.length; from += atOnce) {
      const some = nodes.slice(from, from + atOnce).map(({ id }) => ({ id, entityTypeId: 'unit' }));
      await expectOk(first.beta('PUT', '/customers/acorn/entities', { entities: some }));
    }
    const budgets = nodes.flatMap(({ id, parent }) =>
      (['calls', 'tokens'] as const).map((featureId) => ({
        ...{ entityId: id, featureId, cadence: 'P1Y', usageLimit: random.whole(0, 1) ? null : 1_000_000 },
        parentId: parent?.id ?? null,
      })),
    );
    for (let from = 0; from < budgets.length; from += atOnce)
      await expectOk(
        first.beta('PUT', '/customers/acorn/assignments', {
          assignments: budgets.slice(from, from + atOnce),
        }),
      );
  });
  afterAll(async () => {
    for (const each of processes ?? []) await each.kill();
    await database?.drop();
  });

  const namesOf = (named: readonly Node[]): Json =>
    Object.fromEntries(named.map(({ id }, n) => [n === 0 ? 'unit' : 'other', id]));

  /** Told once or twice, to any process. */
  const tell = async (path: string, body: Json): Promise<void> => {
    for (let times = random.whole(1, 5) === 1 ? 2 : 1; times > 0; times--) {
      const { status, text } = await untilAnswered(() => api().send('POST', path, body));
      if (status >= 300) throw new Error(`${path} answered ${status} ${text}`);
    }
  };

  /** All facts by their numbers, in batches of any size: a sender gathers what it has. */
  const batches = (): number[][] => {
    const all: number[][] = [];
    for (let from = 0; from < facts; from += all.at(-1)?.length ?? 0) {
      const size = Math.min(random.whole(1, largestBatch), facts - from);
      all.push(Array.from({ length: size }, (_, n) => from + n));
    }
    return all;
  };

  /** One or two entities, the same one twice at times. */
  const someNodes = (): Node[] => Array.from({ length: random.whole(1, 2) }, () => random.pick(nodes));

  /** A batch is usage or events; each fact has its own entities, its own value and its own key. */
  const tellBatch = async (batch: readonly number[]): Promise<void> => {
    const reported = random.whole(0, 1) === 0;
    const told = batch.map((n) => ({ n, named: someNodes(), value: random.whole(1, 9) }));
    if (reported) {
      const usages = told.map(({ n, named, value }) => ({
        ...{ customerId: 'acorn', featureId: 'calls', value, idempotencyKey: `r${n}` },
        dimensions: namesOf(named),
      }));
      await tell('/api/v1/usage', { usages });
    } else {
      const events = told.map(({ n, named, value }) => ({
        ...{ customerId: 'acorn', eventName: 'call', idempotencyKey: `e${n}` },
        dimensions: { ...namesOf(named), tokens: value },
      }));
      await tell('/api/v1/events', { events });
    }
    for (const { named, value } of told) add(named, reported ? 'calls' : 'tokens', value);
  };

  it('G6: each is counted once for who is named and for all above, and chains say so', async () => {
    const begun = performance.now();
    await Promise.all([inParallel(clients, batches(), tellBatch), killOne()]);
    const seconds = (performance.now() - begun) / 1000;
    process.stdout.write(`governed-usage.spec: ${(facts / seconds).toFixed(0)} facts/s\n`);
    const told = await wholeTree();
    const expected = nodes.flatMap(({ id, calls, tokens }) => [
      `${id} calls ${calls}`,
      `${id} tokens ${tokens}`,
    ]);
    expect(told.sort()).toEqual(expected.sort());
    for (const node of random.shuffled(nodes).slice(0, 50)) {
      const path = `/customers/acorn/entitlements/check?featureId=tokens&dimensions[unit]=${node.id}`;
      const { chains } = await expectOk<{ chains: { entityId: string; currentUsage: number }[][] }>(
        api().beta('GET', path),
      );
      expect(chains).toEqual([
        pathOf(node).map(({ id, tokens }) => expect.objectContaining({ entityId: id, currentUsage: tokens })),
      ]);
    }
  });

  const killOne = async (): Promise<void> => {
    const [first] = processes as [ServiceProcess];
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await first.kill();
    processes[0] = await ServiceProcess.start(variables());
  };

  const wholeTree = async (): Promise<string[]> => {
    const told: string[] = [];
    for (let after = ''; ;) {
      const path = `/customers/acorn/governance?limit=100&sortBy=id${after && `&after=${after}`}`;
      const { body, status, text } = await api().beta('GET', path);
      if (status !== 200) throw new Error(text);
      const { data, pagination } = body as { data: Json[]; pagination: { next: string | null } };
      told.push(...data.map((row) => `${row['entityId']} ${row['featureId']} ${row['currentUsage']}`));
      if (pagination.next === null) return told;
      after = pagination.next;
    }
  };
});
