import { createTestApp, type TestApp } from '../support/app';
import { createFeature } from '../support/catalog';
import { expectOk } from '../support/client';
import { execute } from '../support/database';
import type { TestEnvironment } from '../support/environments';
import { readsOf, statementsOf, type Read } from '../support/plan-reads';

// Domain: access-and-events

const kept = 1000;

describe('usage by day of an environment with 200 features and a thousand days', () => {
  let app: TestApp;
  let place: TestEnvironment;

  beforeAll(async () => {
    app = await createTestApp();
    place = await app.newEnvironment();
    await createFeature(place.api, 'calls', 'metered');
    await createFeature(place.api, 'seats', 'gauge');
    const until = app.clock.now().toISOString();
    const day = `('${until}'::timestamptz at time zone 'UTC')::date - n`;
    await execute(
      app.databaseUrl,
      `insert into usage_day select '${place.environmentId}', s.uid, ${day}, 1
         from (select uid from feature where environment_id = '${place.environmentId}'
               union all select gen_random_uuid() from generate_series(1, 200)) s, generate_series(0, ${kept - 1}) n`,
      'analyze usage_day',
    );
  });
  afterAll(() => app.close());

  /** Of days that are folded, and what was told of the last one. */
  async function readsOfDays(featureId: string, days: number): Promise<{ last: unknown; reads: Read[] }> {
    const path = `/figures/usage?featureId=${featureId}&days=${days}`;
    let last: unknown;
    const statements = await statementsOf(app, async () => {
      const figures = await expectOk<{ days: { usage: number }[] }>(place.api.rest('GET', path));
      last = figures.days.at(-1)?.usage;
    });
    const asked = statements.filter(({ text }) => /from (usage|meter)_/.test(text));
    const tables = asked.map(({ text }) => /from (usage_\w+)/.exec(text)?.[1]);
    expect(new Set(tables)).toEqual(new Set(['usage_day', 'usage_opening']));
    const { text = '', values = [] } = asked.find((each) => each.text.includes('usage_day')) ?? {};
    const reads = await readsOf(app, place.environmentId, text, values);
    return { last, reads };
  }

  it.each([
    ['calls', 30, 30, 1],
    ['calls', 366, 366, 1],
    ['seats', 30, kept, kept],
  ])(
    'P6: %s of %i days reads as many days as it tells of, or as a level has',
    async (id, days, most, last) => {
      const told = await readsOfDays(id, days);
      expect(told.last).toBe(last);
      expect(told.reads).toEqual([{ table: 'usage_day', index: 'pk_usage_day', rows: most, removed: 0 }]);
    },
  );
});
