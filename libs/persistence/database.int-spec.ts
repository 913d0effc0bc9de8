import { runAsSystem } from '#libs/context/request-context';
import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../../test/support/app';
import { createCustomer } from '../../test/support/catalog';
import { Database } from './database';
import { UnitOfWork } from './unit-of-work';

// ADR-0122: for which environment a statement is asked travels with it.

const counting = 'select count(*)::int as n from customer t where t.environment_id = $1';
const everybody = 'select count(*)::int as n from customer';
const scopeNow = `select current_setting('engine.environment') as environment, current_user as role`;

interface Counted {
  n: number;
}

describe('statements of an environment', () => {
  let app: TestApp;
  let database: Database;
  let unitOfWork: UnitOfWork;

  beforeAll(async () => {
    app = await createTestApp();
    [database, unitOfWork] = [app.nest.get(Database), app.nest.get(UnitOfWork)];
    for (const id of ['ada', 'bob']) await createCustomer(app.a.api, id);
    await createCustomer(app.b.api, 'eve');
  });
  afterAll(() => app.close());

  const within = <T>(environmentId: string | undefined, work: () => Promise<T>): Promise<T> =>
    runAsSystem('test', environmentId, work);
  const inA = <T>(work: () => Promise<T>): Promise<T> => within(app.a.environmentId, work);
  const countOf = async (text: string, values: unknown[] = []): Promise<number | undefined> =>
    (await database.query<Counted & Record<string, unknown>>(text, values))[0]?.n;

  /** Past the statements of the service, on a connection of its pool. */
  const nobodys = async (): Promise<number | undefined> =>
    (await app.serviceSource.query<Counted[]>(everybody))[0]?.n;

  it('tell nothing of what was said before them, the first time and later', async () => {
    for (const _ of [1, 2, 3])
      expect(await inA(() => database.query('select 7 as seven, $1::text as said', ['x']))).toEqual([
        { seven: 7, said: 'x' },
      ]);
    expect(await inA(() => database.query('select 1 as one'))).toEqual([{ one: 1 }]);
    expect(await inA(() => database.query('select where false'))).toEqual([]);
    expect(await inA(() => database.queryPlannedAnew(everybody))).toEqual([{ n: 2 }]);
  });

  it('see the rows of theirs, and none where nobody said of which', async () => {
    expect(await inA(() => countOf(everybody))).toBe(2);
    expect(await within(app.b.environmentId, () => countOf(everybody))).toBe(1);
    expect(await nobodys()).toBe(0);
    expect(
      await inA(() => database.queryIn<Counted & Record<string, unknown>>(app.b.environmentId, everybody)),
    ).toEqual([{ n: 1 }]);
  });

  it('leave nothing on the connection', async () => {
    await inA(() => Promise.all(Array.from({ length: 30 }, () => countOf(everybody))));
    const left = await Promise.all(
      Array.from({ length: 30 }, () => app.serviceSource.query<{ environment: string }[]>(scopeNow)),
    );
    expect(new Set(left.map(([row]) => row?.environment))).toEqual(new Set(['']));
  });

  it('many at once, of two environments and of none, are not mixed up', async () => {
    const inB = <T>(work: () => Promise<T>): Promise<T> => within(app.b.environmentId, work);
    const asking = [() => inA(() => countOf(everybody)), () => inB(() => countOf(everybody)), nobodys];
    const counts = await Promise.all(
      Array.from({ length: 300 }, (_, n) => (asking[n % 3] as typeof nobodys)()),
    );
    expect(counts).toEqual(Array.from({ length: 300 }, (_, n) => [2, 1, 0][n % 3]));
  });

  it('about another one are a fault, and are not sent', async () => {
    await expect(inA(() => countOf(counting, [app.b.environmentId]))).rejects.toThrow(
      `A statement about the environment ${app.b.environmentId} is asked in ${app.a.environmentId}`,
    );
    await expect(countOf(counting, [app.a.environmentId])).rejects.toThrow('is asked in none');
    expect(await inA(() => countOf(counting, [app.a.environmentId]))).toBe(2);
  });

  it('that fail are told as they fail, also when they come again, and the next one is served', async () => {
    for (const _ of [1, 2]) {
      await expect(inA(() => database.query('select nothing_there from customer'))).rejects.toMatchObject({
        code: '42703',
      });
      await expect(inA(() => database.query('select 1 / $1::int', [0]))).rejects.toMatchObject({
        code: '22012',
      });
    }
    await expect(inA(() => database.query('select 1 / $1::int', [0]))).rejects.toHaveProperty(
      'stack',
      expect.stringContaining('database.int-spec'),
    );
    expect(await inA(() => countOf(everybody))).toBe(2);
  });

  it('of a unit of work stand where it stands, whatever becomes of it on the way', async () => {
    const seen: unknown[] = [];
    await inA(() =>
      unitOfWork.run(async () => {
        const note = async (): Promise<void> => void seen.push(await countOf(everybody));
        await note();
        await within(app.b.environmentId, note);
        await note();
        seen.push(
          (await database.queryEverywhere('select count(*)::int >= 3 as all from api_key'))[0]?.['all'],
        );
        await note();
        const failing = unitOfWork.apart(() =>
          within(app.b.environmentId, () => database.query('select 1 / 0')),
        );
        await expect(failing).rejects.toMatchObject({ code: '22012' });
        await note();
      }),
    );
    expect(seen).toEqual([2, 1, 2, true, 2, 2]);
  });

  it('that span environments are asked as the role for that, and the next one is not', async () => {
    const roles = await inA(() =>
      unitOfWork.run(async () => [await database.queryEverywhere(scopeNow), await database.query(scopeNow)]),
    );
    const { spanningRole } = database;
    expect(spanningRole).toMatch(/_across$/);
    expect(roles).toEqual([
      [{ environment: '', role: spanningRole }],
      [{ environment: app.a.environmentId, role: spanningRole?.replace('_across', '') }],
    ]);
    expect(await database.queryEverywhere(scopeNow)).toEqual([{ environment: '', role: spanningRole }]);
    await expect(database.queryEverywhere('select from contract')).rejects.toMatchObject({ code: '42501' });
  });

  it('rows that are made bear the environment of who makes them', async () => {
    const insert = (environmentId: string) =>
      database.query(
        `insert into deleted_place (environment_id, list, cursor, uid, deleted_at) values ($1, 'x', 'x', $2, now())`,
        [environmentId, newUid()],
      );
    await inA(() => insert(app.a.environmentId));
    await expect(inA(() => insert(app.b.environmentId))).rejects.toMatchObject({ code: '42501' });
  });
});
