import { newContext, runInContext } from '#libs/context/request-context';
import type { DomainError } from '#libs/kernel/errors/domain-error';
import { createTestApp, type TestApp } from '../../test/support/app';
import { Database } from './database';
import { UnitOfWork } from './unit-of-work';

interface Gate {
  opened: Promise<void>;
  open(): void;
}

const gate = (): Gate => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
};

describe('the unit of work', () => {
  let app: TestApp;
  let unitOfWork: UnitOfWork;
  let database: Database;

  beforeAll(async () => {
    app = await createTestApp();
    unitOfWork = app.nest.get(UnitOfWork);
    database = app.nest.get(Database);
    await app.dataSource.query('create table note (id int primary key, text text)');
  });
  afterAll(() => app.close());
  beforeEach(() => app.dataSource.query('delete from note'));

  const run = <T>(work: () => Promise<T>): Promise<T> =>
    runInContext(newContext('test', 'WORKER'), () => unitOfWork.run(work));
  const write = (id: number, text = '') =>
    database.query({ name: 'note.write', text: 'insert into note (id, text) values ($1, $2)' }, [id, text]);
  const lock = (id: number) =>
    database.query({ name: 'note.lock', text: 'select text from note where id = $1 for update' }, [id]);
  const notes = async () =>
    (await app.dataSource.query<{ id: number }[]>('select id from note order by id')).map(({ id }) => id);

  it('joins the one that is open: both commit or none', async () => {
    await run(async () => {
      await write(1);
      await unitOfWork.run(() => write(2));
    });
    expect(await notes()).toEqual([1, 2]);
    const failing = run(async () => {
      await write(3);
      await unitOfWork.run(() => write(4));
      throw new Error('late');
    });
    await expect(failing).rejects.toThrow('late');
    expect(await notes()).toEqual([1, 2]);
  });

  it('runs effects after the commit only', async () => {
    const effects: string[] = [];
    await run(async () => {
      unitOfWork.afterCommit(() => effects.push('done'));
      await write(1);
      expect(effects).toEqual([]);
    });
    const failing = run(async () => {
      unitOfWork.afterCommit(() => effects.push('never'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(effects).toEqual(['done']);
  });

  it('runs the whole closure again after a deadlock', async () => {
    await app.dataSource.query('insert into note (id) values (1), (2)');
    let attempts = 0;
    const both = { first: gate(), second: gate() };
    const crossing = (own: number, other: number, mine: Gate, theirs: Gate) =>
      run(async () => {
        attempts++;
        await lock(own);
        mine.open();
        await theirs.opened;
        await lock(other);
      });
    await Promise.all([crossing(1, 2, both.first, both.second), crossing(2, 1, both.second, both.first)]);
    expect(attempts).toBeGreaterThan(2);
  });

  it('refuses with ObjectAlreadyBeingUsedByAnotherRequestError what stays locked for 5 seconds', async () => {
    await app.dataSource.query('insert into note (id) values (1)');
    const other = app.dataSource.createQueryRunner();
    await other.startTransaction();
    await other.query('select from note where id = 1 for update');
    const refused = run(() => lock(1)).catch((error: unknown) => error);
    const error = (await refused) as DomainError;
    await other.rollbackTransaction();
    await other.release();
    expect(error).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError');
  }, 15_000);
});
