import { Metrics } from '#libs/telemetry/metrics';
import { createTestApp, type TestApp } from '../support/app';
import { expectOk, type RestAnswer } from '../support/client';
import type { TestEnvironment } from '../support/environments';
import { meteredFeature, sellMetered, usageOf } from '../support/metered-customers';
import {
  inParallel,
  reportOf,
  untilAcknowledged,
  untilAnswered,
  type Report,
  type Tally,
} from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';

// Domain: entitlements-usage

jest.setTimeout(1_200_000);

const clients = 64;
const random = seededRandom('concurrency.spec');

/** Every request is answered 201; under load one may be told to come again. */
async function reportAll(api: TestEnvironment['api'], requests: readonly Report[][]): Promise<void> {
  const tally: Tally = new Map();
  await inParallel(clients, requests, async (usages) => {
    const answer = await untilAcknowledged(() => api, usages, tally);
    if (answer.status !== 201) throw new Error(`A report was answered ${answer.status} ${answer.text}`);
  });
  expect([...tally.keys()].filter((status) => status !== 201 && status !== 503)).toEqual([]);
}

describe('64 clients at once', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());

  it('A3: on one counter end with the exact sum', async () => {
    const { api } = await app.newEnvironment();
    await sellMetered(api, ['hot']);
    const values = Array.from({ length: scaled(1500, 200) }, () => random.whole(1, 9));

    await reportAll(
      api,
      values.map((value, n) => [reportOf('hot', value, `hot-${n}`)]),
    );

    expect(await usageOf(api, 'hot')).toBe(values.reduce((sum, value) => sum + value, 0));
  });

  it('A2: batches that meet on the same counters in any order neither deadlock nor miscount', async () => {
    const { api } = await app.newEnvironment();
    const customers = ['one', 'two', 'three', 'four'];
    const features = ['calls', 'seconds', 'bytes'];
    await sellMetered(api, customers, features);
    const counters = customers.flatMap((customerId) =>
      features.map((featureId) => ({ customerId, featureId })),
    );
    const requests = Array.from({ length: scaled(400, 80) }, (_, n) =>
      random
        .shuffled([...counters, ...counters])
        .slice(0, random.whole(2, 10))
        .map((counter, i): Report => ({
          ...counter,
          value: random.whole(1, 9),
          idempotencyKey: `${n}-${i}`,
        })),
    );

    await reportAll(api, requests);

    for (const { customerId, featureId } of counters) {
      const mine = requests.flat().filter((r) => r.customerId === customerId && r.featureId === featureId);
      const sum = mine.reduce((total, { value }) => total + value, 0);
      expect([customerId, featureId, await usageOf(api, customerId, featureId)]).toEqual([
        customerId,
        featureId,
        sum,
      ]);
    }
    const [row] = await app.dataSource.query<{ deadlocks: number }[]>(
      'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
    );
    // A machine that stands still for seconds breaks connections. What such a connection had asked for may still be at work beside the group
    // that is counted again under locks, and one of the two gives way.
    const told = await app.nest.get(Metrics).render();
    const broken = Number(/^group_commits_total\{way="locked"\} (\d+)$/m.exec(told)?.[1] ?? 0);
    expect({ broken, deadlocks: row?.deadlocks }).toEqual({
      broken,
      deadlocks: broken === 0 ? 0 : expect.any(Number),
    });
  });

  it('A5: that repeat the same keys count each of them once and are told the same measurement', async () => {
    const { api } = await app.newEnvironment();
    await sellMetered(api, ['twice']);
    const keys = scaled(40, 10);
    const once = Array.from({ length: keys }, (_, n) => reportOf('twice', n + 1, `same-${n}`));
    const told = new Map<string, Set<string>>();

    await inParallel(
      clients,
      random.shuffled(Array.from({ length: 16 }, () => once).flat()),
      async (report) => {
        const answer = await untilAcknowledged(() => api, [report]);
        const [measurement] = (answer.body as { data: { id: string }[] }).data;
        const ids = told.get(report.idempotencyKey) ?? new Set();
        told.set(report.idempotencyKey, ids.add(measurement?.id ?? ''));
      },
    );

    expect([...told.values()].map((ids) => ids.size)).toEqual(once.map(() => 1));
    expect(await usageOf(api, 'twice')).toBe((keys * (keys + 1)) / 2);
  });
});

describe('64 clients of two environments on a pool of 5 connections', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ variables: { DATABASE_POOL_SIZE: '5' } });
  });
  afterAll(() => app?.close());

  const questionsAsked = scaled(5000, 600);
  const shared = ['customer-1', 'customer-2', 'customer-3'];

  /** The same public ids in both, each with words that the other must never show. */
  async function fill({ api }: TestEnvironment, word: string): Promise<void> {
    await sellMetered(api, [...shared, `only-${word}`]);
    for (const id of shared)
      await expectOk(api.rest('PATCH', `/customers/${id}`, { name: `secret of ${word}` }));
  }

  it(`T-23: of ${questionsAsked} requests none shows anything of the other environment`, async () => {
    const sides = { alpha: app.a, omega: app.b };
    await fill(app.a, 'alpha');
    await fill(app.b, 'omega');
    const questions = (
      mine: string,
      foreign: string,
    ): ((api: TestEnvironment['api']) => Promise<string>)[] => [
      (api) => okText(() => api.send('GET', `/api/v1/customers/${random.pick(shared)}`), `secret of ${mine}`),
      (api) => okText(() => api.send('GET', '/api/v1/customers'), `only-${mine}`),
      (api) => okText(() => api.send('GET', '/api/v1/subscriptions'), `only-${mine}`),
      async (api) => {
        const answer = await untilAnswered(() => api.send('GET', `/api/v1/customers/only-${foreign}`));
        expect(answer).toRefuse('CustomerNotFound');
        // The refusal repeats the id that was asked for; it must say no more than that.
        return answer.text.replaceAll(`only-${foreign}`, '');
      },
      (api) => okText(() => check(api, shared[0] as string), meteredFeature),
      async (api) =>
        (await untilAcknowledged(() => api, [reportOf('customer-2', 1, `${random.next()}`)])).text,
      (api) => okText(() => customersByGraphql(api), `secret of ${mine}`),
    ];
    const wanted = { alpha: questions('alpha', 'omega'), omega: questions('omega', 'alpha') };
    const words = ['alpha', 'omega'] as const;
    const foreign: string[] = [];

    await inParallel(
      clients,
      Array.from({ length: questionsAsked }, (_, n) => words[n % 2] as 'alpha' | 'omega'),
      async (word) => {
        const text = await random.pick(wanted[word])(sides[word].api);
        if (text.includes(word === 'alpha' ? 'omega' : 'alpha')) foreign.push(text);
      },
    );

    expect(foreign).toEqual([]);
  });

  const check = (api: TestEnvironment['api'], id: string) =>
    api.send('GET', `/api/v1/customers/${id}/entitlements/check?featureId=${meteredFeature}`);

  /** The status of a request that may be repeated stands in the errors of GraphQL. */
  async function customersByGraphql(api: TestEnvironment['api']): Promise<RestAnswer> {
    const query = '{ customers(first: 10) { edges { node { id name } } } }';
    const answer = await api.send('POST', '/graphql', { query });
    return answer.text.includes('SERVICE_UNAVAILABLE') ? { ...answer, status: 503 } : answer;
  }

  /** Under load one may be told to come again; what is answered then must be right. */
  async function okText(call: () => Promise<RestAnswer>, expected: string): Promise<string> {
    const { status, text } = await untilAnswered(call);
    expect([status, text]).toEqual([200, expect.stringContaining(expected)]);
    return text;
  }
});
