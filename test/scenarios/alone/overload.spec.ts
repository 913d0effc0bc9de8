import { setTimeout as pause } from 'node:timers/promises';
import { createTestApp, type TestApp } from '../../support/app';
import type { RestAnswer } from '../../support/client';
import { execute } from '../../support/database';
import { inParallel } from '../../support/reporting';

jest.setTimeout(120_000);

interface Timed {
  answer: RestAnswer;
  tookMs: number;
}

/** How long a coupon takes to be made: a wait of the database, so that its connections are what runs short, not this machine. */
const workMs = 500;
const connections = 6;
/** One of the pool hears of background jobs. */
const atOnce = connections - 1;
const perSecond = (atOnce * 1000) / workMs;
const seconds = 4;

let app: TestApp;
let made = 0;

beforeAll(async () => {
  app = await createTestApp({ variables: { DATABASE_POOL_SIZE: String(connections) } });
  await execute(
    app.databaseUrl,
    `create function take_long() returns trigger language plpgsql as
       $$ begin perform pg_sleep(${workMs / 1000}); return new; end $$`,
  );
  await execute(
    app.databaseUrl,
    'create trigger slow before insert on coupon for each row execute function take_long()',
  );
  // The first time some of them are made, which takes a while of its own.
  for (const url of neverRefused) await app.anonymous.send('GET', url);
});
afterAll(() => app?.close());

async function makeCoupon(): Promise<Timed> {
  const askedAt = performance.now();
  const coupon = { id: `c${made++}`, name: 'c', percentOff: 1 };
  const answer = await app.a.api.send('POST', '/api/v1/coupons', coupon);
  return { answer, tookMs: performance.now() - askedAt };
}

const accepted = (all: readonly Timed[]): Timed[] => all.filter(({ answer }) => answer.status === 201);
const p99 = (all: readonly Timed[]): number => {
  const sorted = all.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] as number;
};

async function atHalfLoad(): Promise<Timed[]> {
  const timed: Timed[] = [];
  const calls = Array.from({ length: 12 }, (_, n) => n);
  await inParallel(Math.floor(atOnce / 2), calls, async () => {
    timed.push(await makeCoupon());
  });
  return timed;
}

/** Callers come at this rate whether they are served or not. */
async function atRate(rate: number, seconds: number): Promise<Timed[]> {
  const coming: Promise<Timed>[] = [];
  const startedAt = performance.now();
  while (coming.length < rate * seconds) {
    const due = Math.min(((performance.now() - startedAt) / 1000) * rate, rate * seconds);
    while (coming.length < due) coming.push(makeCoupon());
    await pause(5);
  }
  return Promise.all(coming);
}

const neverRefused = ['/health/live', '/metrics', '/openapi.json'];

/** In the midst of what comes: the statuses of what is never refused, and what GraphQL says to twenty callers. */
async function meanwhile(): Promise<{ open: number[]; graphql: string[] }> {
  await pause((seconds * 1000) / 2);
  const open = await Promise.all(neverRefused.map((url) => app.anonymous.send('GET', url)));
  const calls = Array.from({ length: 20 }, () => app.a.api.graphql('{ coupons { totalCount } }'));
  const graphql = (await Promise.all(calls)).flatMap(({ status, errors }) =>
    errors.map(({ extensions }) => `${status} ${extensions.code}`),
  );
  return { open: open.map(({ status }) => status), graphql };
}

const shed = async (): Promise<number> => {
  const { text } = await app.anonymous.send('GET', '/metrics');
  return Number(/^shed_requests_total (\d+)$/m.exec(text)?.[1]);
};

describe('reliability C14: more callers than can be served', () => {
  it('§2.7: at three times saturation who is let in waits at most five times as long as at half load, the others are told to come again', async () => {
    const half = await atHalfLoad();
    expect(accepted(half)).toHaveLength(half.length);
    expect(await shed()).toBe(0);

    const [all, { open, graphql }] = await Promise.all([atRate(3 * perSecond, seconds), meanwhile()]);

    const served = accepted(all);
    const refused = all.filter(({ answer }) => answer.status !== 201);
    expect(p99(served)).toBeLessThanOrEqual(5 * p99(half));
    // It goes on serving; a machine with neighbours has less time for it than it was asked for.
    expect(served.length).toBeGreaterThan(0.4 * perSecond * seconds);
    for (const { answer } of refused) {
      expect(answer).toFailPlainly(503, /repeat the request/);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    // Most of them at once, and not after a vain wait for a connection.
    expect(await shed()).toBeGreaterThan(refused.length / 2);
    expect(graphql).toContain('503 SERVICE_UNAVAILABLE');
    expect(open).toEqual(neverRefused.map(() => 200));
    expect(app.logLines.filter((line) => line.includes('overloaded'))).not.toEqual([]);
  });

  it('§2.7: afterwards everybody is let in again', async () => {
    const before = await shed();
    expect((await app.anonymous.send('GET', '/health/ready')).status).toBe(200);
    const calm = await atHalfLoad();
    expect(accepted(calm)).toHaveLength(calm.length);
    expect(await shed()).toBe(before);
  });
});
