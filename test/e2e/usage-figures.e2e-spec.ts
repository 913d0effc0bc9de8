import { startOfDay } from '#libs/kernel/period';
import { createTestApp, type TestApp } from '../support/app';
import { report } from '../support/catalog';
import { expectOk } from '../support/client';
import { CopiedEnvironment } from '../support/copied-environment';
import { execute, rowsOf } from '../support/database';
import type { TestEnvironment } from '../support/environments';
import { sendEvents } from '../support/metered-features';
import { seededRandom } from '../support/seeded-random';
import { storyForEach } from '../support/story-for-each';
import { needsPermission } from '../support/suites/permission-suite';
import { overGraphql, overRest, toldUsage, UsageFiguresStory } from '../support/usage-figures-story';

// Domain: access-and-events

describe('usage by day', () => {
  let app: TestApp;
  let story: UsageFiguresStory;

  storyForEach(UsageFiguresStory, (begun) => ({ app, story } = begun));

  it('P6: of what nobody used thirty days of nothing, all of them known', async () => {
    const figures = await toldUsage(story.api, { featureId: 'calls' });
    expect(figures).toMatchObject({ featureId: 'calls', since: null, endDate: '2026-03-14T00:00:00.000Z' });
    expect(figures.startDate).toBe('2026-02-13T00:00:00.000Z');
    expect(figures.days).toHaveLength(30);
    expect(figures.days.every(({ usage }) => usage === 0)).toBe(true);
    expect(figures.days.at(-1)?.day).toBe(figures.endDate);
  });

  it('P6: reports of all customers add up by the day in which it was used: single ones, batches, what is given back, SET, late ones', async () => {
    await story.reported('acorn', 'calls', 5);
    await expectOk(
      story.api.rest('POST', '/usage', {
        usages: [
          { customerId: 'birch', featureId: 'calls', value: 40, createdAt: story.after(-1) },
          { customerId: 'birch', featureId: 'calls', value: -3 },
          { customerId: 'acorn', featureId: 'calls', value: 2, createdAt: story.after(-2) },
        ],
      }),
    );
    expect(await story.used('calls')).toEqual([0, 2, 40, 2]);
    // It was 7 in this month.
    await story.reported('acorn', 'calls', 10, { updateBehavior: 'SET' });
    expect(await story.used('calls')).toEqual([0, 2, 40, 5]);
    await story.reported('cedar', 'calls', 100, { createdAt: story.after(-3) });
    expect(await story.used('calls')).toEqual([100, 2, 40, 5]);
    expect(await story.used('seats')).toEqual([0, 0, 0, 0]);
  });

  it('P6: what is refused, and what is told again, is not counted', async () => {
    const usages = [
      { customerId: 'acorn', featureId: 'calls', value: 5 },
      { customerId: 'acorn', featureId: 'calls', value: -9 },
    ];
    expect(await story.api.rest('POST', '/usage', { usages })).toRefuse('EntitlementUsageOutOfRangeError');
    for (const _ of [1, 2]) await story.reported('acorn', 'calls', 3, { idempotencyKey: 'once' });
    expect(await story.used('calls')).toEqual([0, 0, 0, 3]);
  });

  it('P6: what comes at once is counted, each report once', async () => {
    const values = Array.from({ length: 40 }, (_, n) => n + 1);
    await Promise.all(
      values.map((value) => story.reported(['acorn', 'birch', 'cedar'][value % 3] as string, 'calls', value)),
    );
    expect(await story.used('calls', 0, 0)).toEqual([820]);
  });

  it('P6: of a level what is in use at the end of each day, and of a day to come what is in use now', async () => {
    await story.reported('acorn', 'seats', 5, { createdAt: story.after(-2) });
    await story.reported('birch', 'seats', 4, { createdAt: story.after(-1), updateBehavior: 'SET' });
    await story.reported('acorn', 'seats', -2);
    expect(await story.used('seats', -3, 1)).toEqual([0, 5, 9, 7, 7]);
    await story.reported('cedar', 'seats', 1, { createdAt: story.after(-60) });
    expect(await story.used('seats', -3, 1)).toEqual([1, 6, 10, 8, 8]);
  });

  it('P6: the day is that of UTC, with its first instant and without that of the next', async () => {
    const midnight = startOfDay(app.clock.now()).getTime();
    await story.reported('acorn', 'calls', 1, { createdAt: new Date(midnight).toISOString() });
    await story.reported('acorn', 'calls', 10, { createdAt: new Date(midnight - 1).toISOString() });
    expect(await story.used('calls')).toEqual([0, 0, 10, 1]);
  });

  it('P6: units are transformed of the sum', async () => {
    await story.reported('acorn', 'packs', 4);
    await story.reported('birch', 'packs', 5);
    await story.reported('birch', 'packs', 11, { createdAt: story.after(-1) });
    expect(await story.used('packs')).toEqual([0, 0, 2, 1]);
  });

  it('P6: random reports and events of several customers come to what a model says of each day', async () => {
    const random = seededRandom('usage-figures.e2e-spec');
    const days = [-4, -3, -2, -1, 0];
    const sums: Record<string, number[]> = Object.fromEntries(
      ['calls', 'seats', 'hits', 'tokens'].map((id) => [id, days.map(() => 0)]),
    );
    const seats = new Map<string, { level: number; lastSet: number }>();
    const add = (id: string, day: number, amount: number) => {
      const of = sums[id] as number[];
      of[day + 4] = (of[day + 4] ?? 0) + amount;
    };
    const deltaOf = (customerId: string, at: number, value: number, isSet: boolean): number => {
      const counter = seats.get(customerId) ?? { level: 0, lastSet: -Infinity };
      if (!isSet) return value;
      return at < counter.lastSet ? 0 : value - counter.level;
    };
    for (let turn = 0; turn < 60; turn++) {
      app.clock.advance({ seconds: 1 });
      const customerId = random.pick(['acorn', 'birch', 'cedar']);
      const day = random.pick(days);
      const createdAt = story.after(day);
      const kind = random.pick(['calls', 'seats', 'events'] as const);
      if (kind === 'calls') {
        const value = random.whole(0, 20);
        await story.reported(customerId, 'calls', value, { createdAt });
        add('calls', day, value);
      } else if (kind === 'seats') {
        const at = new Date(createdAt).getTime();
        const isSet = random.next() < 0.4;
        const value = isSet ? random.whole(0, 9) : random.whole(-3, 6);
        const delta = deltaOf(customerId, at, value, isSet);
        const more = { createdAt, updateBehavior: isSet ? 'SET' : 'DELTA' };
        const { level = 0, lastSet = -Infinity } = seats.get(customerId) ?? {};
        const answer = await report(story.api, customerId, 'seats', value, more);
        expect(answer.status).toBe(level + delta < 0 ? 400 : 201);
        if (level + delta < 0) continue;
        seats.set(customerId, { level: level + delta, lastSet: isSet ? Math.max(lastSet, at) : lastSet });
        add('seats', day, delta);
      } else {
        const events = Array.from({ length: random.whole(1, 5) }, () => {
          const [on, tokens] = [random.pick(days), random.whole(-5, 50)];
          const model = random.pick(['large', 'small']);
          add('hits', on, 1);
          if (model === 'large') add('tokens', on, tokens);
          return story.call(random.pick(['acorn', 'birch', 'cedar']), on, { model, tokens });
        });
        await sendEvents(story.api, ...events);
      }
      if (random.next() < 0.1) await story.fold();
    }
    let level = 0;
    sums['seats'] = (sums['seats'] as number[]).map((delta) => (level += delta));
    for (const [id, expected] of Object.entries(sums))
      expect([id, await story.used(id, -4, 0)]).toEqual([id, expected]);
  });

  it('P6: one environment tells nothing of another, though their features have the same keys', async () => {
    await story.reported('acorn', 'calls', 5);
    const copied = await CopiedEnvironment.of(app, story.place);
    const other = await copied.copy();
    await expectOk(report(other.api, 'acorn', 'calls', 100));
    const of = async (each: TestEnvironment) =>
      (await toldUsage(each.api, story.asked('calls', 0, 0))).days[0]?.usage;
    expect([await of(story.place), await of(other)]).toEqual([5, 105]);
    await story.fold();
    expect([await of(story.place), await of(other)]).toEqual([5, 105]);
  });

  it('P6: changes of an environment that is held wait, and are told all the same', async () => {
    await story.reported('acorn', 'calls', 5);
    const { environmentId } = story.place;
    const waiting = async () =>
      (await rowsOf(app.databaseUrl, `select from usage_change where environment_id = '${environmentId}'`))
        .length;
    await execute(
      app.databaseUrl,
      `insert into environment_move (environment_id, direction, is_held, began_at) values ('${environmentId}', 'LEAVING', true, now())`,
    );
    await story.fold();
    expect(await waiting()).toBe(1);
    expect(await story.used('calls', 0, 0)).toEqual([5]);
    await execute(app.databaseUrl, `delete from environment_move where environment_id = '${environmentId}'`);
    await story.fold();
    expect(await waiting()).toBe(0);
    expect(await story.used('calls', 0, 0)).toEqual([5]);
  });

  it('P6: before the books began days are not known', async () => {
    await story.reported('acorn', 'calls', 5);
    await story.reported('acorn', 'seats', 2);
    await execute(
      app.databaseUrl,
      `insert into usage_opening select f.environment_id, f.uid, '2026-03-12', 100 from feature f
        where f.environment_id = '${story.place.environmentId}' and f.id in ('calls', 'seats')`,
    );
    expect(await story.used('calls')).toEqual([null, null, 0, 5]);
    expect((await toldUsage(story.api, story.asked('calls', -3, 0))).since).toBe('2026-03-13T00:00:00.000Z');
    expect(await story.used('seats')).toEqual([null, 100, 100, 102]);
    expect((await toldUsage(story.api, story.asked('seats', -3, 0))).since).toBe('2026-03-12T00:00:00.000Z');
  });

  it.each(['MAX', 'MIN', 'AVG'])('P6: refuses a meter that takes %s: customers do not add up', async (id) => {
    expect(await overRest(story.api, { featureId: id })).toRefuse('BadUserInput', new RegExp(`takes ${id}`));
    expect(await overGraphql(story.api, { featureId: id })).toRefuse(
      'BadUserInput',
      new RegExp(`takes ${id}`),
    );
  });

  it('P6: refuses what is not metered or unknown, and days that are none', async () => {
    for (const ask of [overRest, overGraphql]) {
      for (const featureId of ['sso', 'size'])
        expect(await ask(story.api, { featureId })).toRefuse('UnsupportedFeatureType', /not metered/);
      expect(await ask(story.api, { featureId: 'nothing' })).toRefuse('FeatureNotFound', /nothing/);
      for (const days of [0, 367])
        expect(await ask(story.api, { featureId: 'calls', days })).toRefuse('BadUserInput', /days/);
    }
    expect(await story.api.rest('GET', '/figures/usage')).toRefuse('BadUserInput', /featureId/);
  });
});

describe('usage by day, by permission', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  needsPermission({
    app: () => app,
    resource: 'usage',
    reads: [
      {
        rest: ['GET', '/figures/usage?featureId=calls'],
        graphql: '{ usageFigures(featureId: "calls") { since } }',
      },
    ],
    writes: [],
  });
});
