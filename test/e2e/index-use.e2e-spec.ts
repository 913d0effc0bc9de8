import type { Client } from 'pg';
import { Database } from '#libs/persistence/database';
import { createTestApp, type TestApp } from '../support/app';
import { sandbox } from '../support/environment-clock';
import type { TestEnvironment } from '../support/environments';
import { readableAfterEveryChange } from '../support/every-read';
import { asService } from '../support/service-session';

type Indices = Record<string, string[]>;

/**
 * Conditions that PostgreSQL cannot be sure of are judged after the policies that keep environments apart, and use no index for themselves: a
 * page would read all rows that come before it. ADR-0122
 */
describe('indices beside the policies', () => {
  let app: TestApp;
  let place: TestEnvironment;
  const asked = new Set<string>();

  beforeAll(async () => {
    app = await createTestApp();
    place = await sandbox(app);
    const spies = [listenTo('query', 0), listenTo('queryPlannedAnew', 0), listenTo('queryIn', 1)];
    for (const path of await readableAfterEveryChange(app, place)) await readPagesOf(path);
    for (const spy of spies) spy.mockRestore();
  });

  afterAll(() => app.close());

  function listenTo(method: 'query' | 'queryPlannedAnew' | 'queryIn', textAt: 0 | 1): jest.SpyInstance {
    const database = app.nest.get(Database);
    const ask = database[method].bind(database) as (...words: unknown[]) => unknown;
    return jest.spyOn(database, method as 'query').mockImplementation(((...words: unknown[]) => {
      asked.add(words[textAt] as string);
      return ask(...words);
    }) as never);
  }

  async function readPagesOf(path: string): Promise<void> {
    const { body } = await place.api.shaped('GET', path);
    const { data } = (body ?? {}) as { data?: { id?: string }[] };
    const id = Array.isArray(data) ? data[0]?.id : undefined;
    if (id === undefined) return;
    for (const cursor of ['starting_after', 'ending_before'])
      await place.api.shaped('GET', `${path}?limit=1&${cursor}=${encodeURIComponent(id)}`);
  }

  /** Of each statement. Where an index can be used it is: what the tables hold, which is little, decides nothing. */
  const plannedBy = (url: string): Promise<Map<string, Indices>> =>
    asService(
      app,
      place.environmentId,
      async (session) => {
        const others = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'material', 'memoize', 'sort'];
        for (const way of others) await session.query(`set enable_${way} = off`);
        await session.query(`set plan_cache_mode = force_generic_plan`);
        const found = new Map<string, Indices>();
        for (const text of asked) found.set(text, await indicesIn(session, text));
        return found;
      },
      url,
    );

  /** Planned for any values, so none is told. */
  async function indicesIn(session: Client, text: string): Promise<Indices> {
    await session.query(`prepare asked as ${text}`);
    const { rows } = await session.query<{ values: number }>(
      `select cardinality(parameter_types) as values from pg_prepared_statements where name = 'asked'`,
    );
    const nulls = Array.from({ length: rows[0]?.values ?? 0 }, () => 'null');
    const values = nulls.length > 0 ? `(${nulls.join()})` : '';
    const plan = await session.query(`explain (format json) execute asked${values}`);
    await session.query('deallocate asked');
    return indicesOf(plan.rows);
  }

  it('ADR-0122: each statement of the service looks by as much of its indices as it would without the policies', async () => {
    const [owner, service] = [await plannedBy(app.databaseUrl), await plannedBy(app.serviceUrl)];
    const lost: unknown[] = [];
    for (const [text, without] of owner) {
      const within = service.get(text) ?? {};
      for (const [table, looks] of Object.entries(without))
        if (countOf(within[table]) < countOf(looks)) lost.push({ text, looks, within: within[table] });
    }
    expect(lost).toEqual([]);
    expect([...asked].filter((text) => text.includes('is_preceded')).length).toBeGreaterThan(15);
    expect(asked.size).toBeGreaterThan(350);
  });
});

/** How many parts of keys are looked for. */
const countOf = (looks: readonly string[] = []): number =>
  looks.reduce((sum, look) => sum + look.split(' AND ').length, 0);

/** The conditions by which each table, under each of its names, is looked into by an index. */
function indicesOf(plan: unknown, found: Indices = {}): Indices {
  if (typeof plan !== 'object' || plan === null) return found;
  const told = plan as Record<string, unknown>;
  const condition = told['Index Cond'];
  if (typeof condition === 'string')
    (found[`${String(told['Relation Name'])} ${String(told['Alias'])}`] ??= []).push(condition);
  for (const inner of Object.values(plan)) indicesOf(inner, found);
  return found;
}
