import { setTimeout as pause } from 'node:timers/promises';
import { rowsOf } from '../support/database';
import { ReplicatedDatabase } from '../support/replicated-database';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { WatchedFleet, type Member } from '../support/watched-fleet';

// Domain: entitlements-usage

jest.setTimeout(1_800_000);

/** Answers under each of the eight states of affairs. */
const answers = scaled(12_500, 400);
const blows = scaled(8, 1);
const longestMs = scaled(5000, 700);
const boundMs = 250;
const random = seededRandom('staleness.spec');

const blowMs = (): number => random.whole(300, longestMs);

describe('processes that are asked while others write', () => {
  const watched = new WatchedFleet(random);
  let database: ReplicatedDatabase;
  let checked = 0;

  beforeAll(async () => {
    database = await ReplicatedDatabase.start();
    await database.addStandby(true);
    await watched.join(database.url, 0, 0, boundMs);
    await watched.sell();
    watched.startWriting();
  });
  afterAll(async () => {
    await watched.stopWriting().catch(() => undefined);
    await watched.close();
    await database?.close();
    process.stdout.write(
      `staleness.spec: ${checked} answers, ${watched.unanswered} times none, ${watched.acknowledged} writes, ` +
        `stalest ${watched.stalest} ms\n`,
    );
  });

  /** Whoever is asked, no answer is older than its mode allows and than it says itself. */
  async function expectTrueAnswers(fault?: () => Promise<void>): Promise<void> {
    const before = watched.acknowledged;
    checked += await watched.watch(answers, fault);
    expect(watched.faults.splice(0)).toEqual([]);
    expect(watched.acknowledged).toBeGreaterThan(before);
  }

  /** Now and then something happens to one of them. */
  const blowsTo = (strike: (member: Member) => Promise<void>) => async (): Promise<void> => {
    for (let n = 0; n < blows; n++) {
      await strike(random.pick(watched.members));
      await pause(random.whole(50, 300));
    }
  };

  it('G9: and nothing happens to them', () => expectTrueAnswers());

  it('G9: while one is paused and goes on', () =>
    expectTrueAnswers(
      blowsTo(async ({ service }) => {
        service.signal('SIGSTOP');
        await pause(blowMs());
        service.signal('SIGCONT');
      }),
    ));

  it('G9: while the connections of one are cut', () =>
    expectTrueAnswers(
      blowsTo(async ({ link }) => {
        link.cut();
        await pause(blowMs());
        link.mend();
      }),
    ));

  it('G9: while nothing reaches the database from one, nor comes back', () =>
    expectTrueAnswers(
      blowsTo(async ({ link }) => {
        link.hold();
        await pause(blowMs());
        link.release();
      }),
    ));

  it('G9: while the clocks of an exact and of a bounded one go an hour ahead and back', async () => {
    await watched.stopWriting();
    const [exact, , bounded] = watched.members as [Member, Member, Member];
    watched.astray = new Set([exact, bounded]);
    watched.startWriting();
    const shift = (): void => watched.astray.forEach(({ service }) => service.signal('SIGUSR2'));
    await expectTrueAnswers(async () => {
      for (let n = 0; n < 2 * blows; n++) {
        shift();
        await pause(random.whole(300, 600));
      }
    });
    watched.astray = new Set();
  });

  it('G9: while a fourth joins, and then two at once', () =>
    expectTrueAnswers(async () => {
      await watched.join(database.url, boundMs);
      await watched.join(database.url, 0, boundMs);
    }));

  it('G9: while the database dies and its standby takes over, which has every acknowledged write', () =>
    expectTrueAnswers(async () => {
      watched.members.forEach(({ link }) => link.cut());
      await database.killPrimary();
      await database.promote();
      watched.members.forEach(({ link }) => link.mend(database.url));
    }));

  it('G9: while the database dies and its standby takes over, which lacks the newest writes', async () => {
    await database.addStandby(false);
    await expectTrueAnswers(async () => {
      await database.severStandby();
      await pause(1000);
      await watched.stopWriting();
      const lost = await replaceByLaggingStandby();
      watched.startWriting();
      await pause(500);
      expect(lost).toBeGreaterThan(0);
    });
  });

  /** The log is cut: what was acknowledged since the standby heard the last is as if it had never been. @returns how much */
  async function replaceByLaggingStandby(): Promise<number> {
    const diedAt = performance.now();
    watched.members.forEach(({ link }) => link.cut());
    await database.killPrimary();
    await database.promote();
    const levels = await numbersIn(
      `select c.id, u.level::int as number from usage_counter u
         join customer c on c.environment_id = u.environment_id and c.uid = u.customer_uid`,
    );
    const plans = await numbersIn(
      `select customer_id as id, substr(plan_id, 6)::int as number from subscription where canceled_at is null`,
    );
    let lost = 0;
    for (const { customerId, used, limit } of watched.holders) {
      const before = [used.newest.state, limit.newest.state];
      const after = [levels.get(customerId) ?? 0, plans.get(customerId) ?? 0] as const;
      lost += Number(before[0] !== after[0]) + Number(before[1] !== after[1]);
      used.begin(after[0], diedAt)();
      limit.begin(after[1], diedAt)();
    }
    watched.members.forEach(({ link }) => link.mend(database.url));
    return lost;
  }

  const numbersIn = async (text: string): Promise<Map<string, number>> => {
    const rows = await rowsOf<{ id: string; number: number }>(database.url, text);
    return new Map(rows.map(({ id, number }) => [id, number]));
  };
});
