import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient, RestAnswer } from '../support/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { Fleet } from '../support/fleet';
import { Gate, type Place } from '../support/gate';
import { sellLimited } from '../support/limited-customers';
import { meteredFeature, usageOf } from '../support/metered-customers';
import { inParallel, untilAnswered } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import type { ServiceProcess } from '../support/service-process';

// Domain: entitlements-usage

jest.setTimeout(1_200_000);

const clients = 64;
const limit = scaled(2000, 150);
const refusal = 'EntitlementLimitExceededError';
const random = seededRandom('limit-of-two-processes.spec');

/** What one client wants: so much of the one customer, in a batch of as many elements. */
interface Wish {
  customerId: string;
  values: number[];
  /** Where it has one, the client may repeat its request. */
  key?: string;
}

interface Outcome {
  wish: Wish;
  /** One, or two where the client did not wait for the first. */
  answers: RestAnswer[];
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const isGranted = ({ answers: [first] }: Outcome): boolean => first?.status === 201;

/** @param at asked anew for each repetition: the process may be gone by then */
function ask(at: () => ApiClient, { customerId, values, key }: Wish): Promise<RestAnswer> {
  const usages = values.map((value, n) => ({
    ...{ customerId, featureId: meteredFeature, value, enforceLimit: true },
    ...(key === undefined ? {} : { idempotencyKey: `${key}-${n}` }),
  }));
  return untilAnswered(() => at().send('POST', '/api/v1/usage', { usages }));
}

/** Asks once; with a key perhaps again at the other process, before the first answer is there. */
async function wishAt([one, other]: readonly ApiClient[], wish: Wish): Promise<Outcome> {
  const [first, second] = random.shuffled([one as ApiClient, other as ApiClient]) as [ApiClient, ApiClient];
  if (wish.key === undefined) return { wish, answers: [await ask(() => first, wish)] };
  const timeout = async (): Promise<RestAnswer> => {
    await pause(random.whole(0, 20));
    return ask(() => second, wish);
  };
  return { wish, answers: await Promise.all([ask(() => first, wish), timeout()]) };
}

/** Twice what the limit allows; every second wish has a key. */
const wishesOf = (customerId: string, valuesOf: () => number[]): Wish[] => {
  const wishes: Wish[] = [];
  for (let wanted = 0; wanted < 2 * limit; wanted += sumOf(wishes.at(-1)?.values ?? [])) {
    const key = wishes.length % 2 ? { key: `${customerId}-${wishes.length}` } : {};
    wishes.push({ customerId, values: valuesOf(), ...key });
  }
  return wishes;
};

const toldBy = ({ status, body, text }: RestAnswer): unknown =>
  status === 201 ? (body as { data: { id: string }[] }).data.map(({ id }) => id) : text;

/** Of everything that was answered: granted or refused for the limit, and the same each time. */
function expectOneWord({ wish, answers }: Outcome): void {
  for (const answer of answers) if (answer.status !== 201) expect(answer).toRefuse(refusal);
  const told = answers.map(({ status }) => status);
  expect({ wish, told }).toEqual({ wish, told: told.map(() => told[0]) });
  if (told[0] === 201) expect(new Set(answers.map((answer) => JSON.stringify(toldBy(answer)))).size).toBe(1);
}

async function expectExactly(outcomes: readonly Outcome[], apis: readonly ApiClient[]): Promise<void> {
  outcomes.forEach(expectOneWord);
  const granted = sumOf(outcomes.filter(isGranted).flatMap(({ wish }) => wish.values));
  const refused = outcomes.filter((outcome) => !isGranted(outcome)).map(({ wish }) => sumOf(wish.values));
  expect({ granted, isTooMuch: granted > limit }).toEqual({ granted, isTooMuch: false });
  // Nothing was refused that there was room for: usage only grows.
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.filter((value) => granted + value <= limit)).toEqual([]);
  const [{ wish }] = outcomes as [Outcome];
  for (const api of apis) expect(await usageOf(api, wish.customerId)).toBe(granted);
}

describe(`64 clients at two processes want twice the ${limit} that a customer may use`, () => {
  let database: TestDatabase;
  const fleet = new Fleet();

  beforeAll(async () => {
    database = await createTestDatabase();
    const [one] = (await fleet.join(2, { DATABASE_URL: database.serviceUrl })) as [ServiceProcess];
    await sellLimited(one.api, limit, ['hot', 'batched', 'survivor']);
  });
  afterAll(async () => {
    await fleet.kill();
    await database?.drop();
  });

  async function fulfil(wishes: readonly Wish[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    await inParallel(clients, wishes, async (wish) => outcomes.push(await wishAt(fleet.apis, wish)));
    return outcomes;
  }

  it('Q12: one by one, exactly the limit is granted, and a repeated key is answered as the first time', async () => {
    const outcomes = await fulfil(wishesOf('hot', () => [1]));

    await expectExactly(outcomes, fleet.apis);
    expect(outcomes.filter(isGranted)).toHaveLength(limit);
  });

  it('Q12, A2: in batches, each is granted whole or not at all, and none that there is room for is refused', async () => {
    const batch = () => Array.from({ length: random.whole(1, 5) }, () => random.whole(1, 3));
    await expectExactly(await fulfil(wishesOf('batched', batch)), fleet.apis);
  });

  it('Q12: while one process is killed in the middle of a commit, and its clients repeat their keys at the other', async () => {
    const committing: Place = { table: 'usage_measurement', on: 'insert', at: 'commit' };
    const gate = await Gate.in(database.url, [committing]);
    const [victim, survivor] = fleet.services as [ServiceProcess, ServiceProcess];
    const outcomes: Outcome[] = [];
    const wishes = wishesOf('survivor', () => [1]).map((wish, n) => ({ ...wish, key: `survivor-${n}` }));
    try {
      await gate.shut(committing, Math.floor(limit / 2));
      const sending = inParallel(clients, wishes, async (wish) => {
        const chosen = random.pick([victim, survivor]);
        const answer = await ask(() => (chosen.isRunning ? chosen : survivor).api, wish);
        outcomes.push({ wish, answers: [answer] });
      });
      await gate.met();
      await victim.kill();
      await gate.open();
      await sending;
    } finally {
      await gate.close();
    }

    await expectExactly(outcomes, [survivor.api]);
    expect(outcomes.filter(isGranted)).toHaveLength(limit);
  });
});
