import { pino } from 'pino';
import { createTestDatabase, execute, type TestDatabase } from '../../test/support/database';
import { ormOptions } from '../../ormconfig';
import { openDataSource, type DataSource } from './data-source';
import { Database } from './database';
import { isDatabaseAway } from './pg-errors';
import type { ReplicaReads } from './replica-reads';
import { UnitOfWork } from './unit-of-work';

let home: TestDatabase;
let dataSource: DataSource;
let unitOfWork: UnitOfWork;
let database: Database;

beforeAll(async () => {
  home = await createTestDatabase();
  dataSource = await openDataSource(ormOptions(home.url, 2), pino({ level: 'silent' }));
  unitOfWork = new UnitOfWork(dataSource);
  database = new Database(dataSource, unitOfWork, { areOn: false } as ReplicaReads);
  await dataSource.query('create table word (text text primary key)');
});
beforeEach(() => dataSource.query('truncate word'));
afterAll(async () => {
  await dataSource?.destroy();
  await home?.drop();
});

const write = (word: string): Promise<unknown> => database.query('insert into word values ($1)', [word]);
const words = async (): Promise<string[]> =>
  (await dataSource.query<{ text: string }[]>('select text from word order by text')).map(({ text }) => text);
const refused = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a unit of work', () => {
  it('keeps all or nothing, and a nested one belongs to the outer', async () => {
    await unitOfWork.run(async () => {
      await write('a');
      await unitOfWork.run(() => write('b'));
    });
    await refused(
      unitOfWork.run(async () => {
        await unitOfWork.run(() => write('c'));
        throw new Error('too late');
      }),
    );
    expect(await words()).toEqual(['a', 'b']);
  });

  it('runs READ COMMITTED: a statement sees what others committed before it', async () => {
    await unitOfWork.run(async () => {
      await write('mine');
      await execute(home.url, `insert into word values ('another’s')`);
      expect(await database.query('select text from word')).toHaveLength(2);
    });
  });

  it('undoes a part alone where a statement of it fails, and the rest goes on', async () => {
    await execute(home.url, `insert into word values ('taken')`);
    await unitOfWork.run(async () => {
      await write('before');
      await unitOfWork.apart(() => write('kept'));
      const part = unitOfWork.apart(async () => {
        await write('lost');
        await write('taken');
      });
      expect(await refused(part)).toMatchObject({ code: '23505' });
      await write('after');
    });
    expect(await words()).toEqual(['after', 'before', 'kept', 'taken']);
  });

  it('does not promise what PostgreSQL drops: a swallowed failure of a statement fails the whole', async () => {
    await execute(home.url, `insert into word values ('taken')`);
    const failure = await refused(
      unitOfWork.run(async () => {
        await write('fresh');
        await write('taken').catch(() => undefined);
      }),
    );
    expect(failure).toMatchObject({ message: expect.stringContaining('nothing of it is kept') as string });
    expect(await words()).toEqual(['taken']);
  });

  it('lets what stands between a commit and its acknowledgement have its time, and a rehearsal none', async () => {
    const course: string[] = [];
    unitOfWork.onCommit(async () => {
      course.push(`committed: ${(await words()).join()}`);
      await Promise.resolve();
      course.push('told');
    });
    await unitOfWork.run(() => write('lasting'));
    course.push('acknowledged');
    await unitOfWork.rehearse(() => write('tried'));
    await refused(unitOfWork.run(() => Promise.reject(new Error('no'))));
    unitOfWork.onCommit(undefined);
    await unitOfWork.run(() => write('unheard'));
    expect(course).toEqual(['committed: lasting', 'told', 'acknowledged']);
  });

  it('by who tells memory itself: heard of by nobody else, unless its connection broke, and it may be committed', async () => {
    let heard = 0;
    unitOfWork.onCommit(() => void heard++);
    await unitOfWork.runTold(() => write('told'));
    await refused(unitOfWork.runTold(() => Promise.reject(new Error('no'))));
    expect(heard).toBe(0);
    const broken = await refused(
      unitOfWork.runTold(async () => {
        const [row] = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
        await execute(home.url, `select pg_terminate_backend(${row?.pid})`);
        await write('lost');
      }),
    );
    unitOfWork.onCommit(undefined);
    expect([isDatabaseAway(broken), heard]).toEqual([true, 1]);
  });

  it('rehearses: the work sees what it did, answers, and nothing is left of it', async () => {
    const effects: string[] = [];
    const answer = await unitOfWork.rehearse(async () => {
      unitOfWork.beforeCommit('last', async () => void effects.push('before'));
      unitOfWork.afterCommit(() => void effects.push('after'));
      await write('tried');
      return (await database.query('select text from word')).length;
    });
    expect([answer, await words(), effects]).toEqual([1, [], []]);
    const refusal = await refused(
      unitOfWork.rehearse(async () => {
        await write('tried');
        throw new Error('as it would be');
      }),
    );
    expect(refusal).toMatchObject({ message: 'as it would be' });
    expect(await words()).toEqual([]);
  });

  it('reads at once: what others commit meanwhile is not seen, and nothing that is written stays', async () => {
    const seen = await unitOfWork.readAtOnce(async () => {
      const all = () => database.query('select text from word');
      const before = await all();
      await execute(home.url, `insert into word values ('meanwhile')`);
      return [before.length, (await all()).length];
    });
    expect([seen, await words()]).toEqual([[0, 0], ['meanwhile']]);
    await unitOfWork.readAtOnce(() => write('gone'));
    expect(await words()).toEqual(['meanwhile']);
  });

  it('is neither rehearsed nor read at once inside another', async () => {
    for (const inner of [() => unitOfWork.rehearse(words), () => unitOfWork.readAtOnce(words)]) {
      expect(await refused(unitOfWork.run(inner))).toMatchObject({
        message: expect.stringContaining('open') as string,
      });
    }
  });

  it.each([
    ['the driver', () => write('after')],
    ['the mapper', () => unitOfWork.manager.query('select 1')],
  ])(
    'tells that the database is away when its connection breaks before a statement of %s',
    async (_name, next) => {
      const failure = await refused(
        unitOfWork.run(async () => {
          await write('before');
          const [row] = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
          const closed = new Promise((resolve) => unitOfWork.client?.once('end', resolve));
          await execute(home.url, `select pg_terminate_backend(${row?.pid})`);
          await closed;
          await next();
        }),
      );
      expect(failure).toMatchObject({ message: expect.any(String) as string });
      expect(isDatabaseAway(failure)).toBe(true);
      expect(await words()).toEqual([]);
    },
  );
});
