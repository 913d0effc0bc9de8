import { Client } from 'pg';
import { newUid } from '#libs/kernel/ids';
import { createTestDatabase, execute, type TestDatabase } from '../../test/support/database';
import { ChangePoll, isTooMuch, type Poll } from './change-poll';

// ADR-0054

const environmentId = newUid();

const change = (subject: string): string =>
  `insert into engine_change (xid, uid, environment_id, subjects, by_member)
   values (pg_current_xact_id()::text::bigint, gen_random_uuid(), '${environmentId}', '{${subject}}', true)`;

describe('polls for changes', () => {
  let database: TestDatabase;
  const nothing = { snapshot: undefined, history: undefined, clockVersion: 0 };
  let poll: ChangePoll;
  let last: Poll;
  const clients: Client[] = [];

  const connected = async (): Promise<Client> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    clients.push(client);
    return client;
  };
  const next = async (): Promise<string[]> => {
    last = await poll.since({ ...nothing, snapshot: last.snapshot });
    return (last.changes ?? []).flatMap(({ subjects }) => subjects ?? []);
  };

  beforeEach(async () => {
    database = await createTestDatabase();
    poll = new ChangePoll(() => database.url, newUid());
    last = await poll.since(nothing);
  });
  afterEach(async () => {
    await poll.close();
    for (const client of clients.splice(0)) await client.end().catch(() => undefined);
    await database.drop();
  });

  it('tell each change once, in whichever order transactions end', async () => {
    const [slow, quick] = [await connected(), await connected()];
    const [first, second, third] = [newUid(), newUid(), newUid()];
    await slow.query('begin');
    await slow.query(change(first));
    await quick.query(change(second));
    expect(await next()).toEqual([second]);
    await quick.query(change(third));
    expect(await next()).toEqual([third]);
    // It began before both, and is no later for that.
    await slow.query('commit');
    expect(await next()).toEqual([first]);
    expect(await next()).toEqual([]);
  });

  it('and signs of life are asked one after the other', async () => {
    const inWork: string[] = [];
    const { query } = Client.prototype as { query: (config: { name: string }) => Promise<unknown> };
    const spy = jest.spyOn(Client.prototype, 'query' as never).mockImplementation(async function (
      this: Client,
      config: { name: string },
    ) {
      inWork.push(config.name);
      const [answer, together] = [await query.call(this, config), inWork.length];
      inWork.splice(0);
      expect(together).toBe(1);
      return answer;
    } as never);
    await Promise.all([poll.beat(1), poll.since(nothing), poll.beat(2)]);
    spy.mockRestore();
  });

  it('that wait behind a failure fail with it, and the next one is asked anew', async () => {
    const spy = jest
      .spyOn(Client.prototype, 'query' as never)
      .mockRejectedValueOnce(new Error('gone') as never);
    const both = await Promise.allSettled([poll.beat(1), poll.since(nothing)]);
    spy.mockRestore();
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(poll.since(nothing)).resolves.toBeDefined();
  });

  it('tell nothing of what was undone, and what a savepoint kept under the transaction that it is part of', async () => {
    const client = await connected();
    const [kept, undone] = [newUid(), newUid()];
    await client.query('begin');
    await client.query('savepoint a');
    await client.query(change(kept));
    await client.query('release a');
    await client.query('savepoint b');
    await client.query(change(undone));
    await client.query('rollback to b');
    expect(await next()).toEqual([]);
    await client.query('commit');
    expect(await next()).toEqual([kept]);
  });

  it('tell who else beats, and how often; who has left is gone', async () => {
    const uid = newUid();
    const other = new ChangePoll(() => database.url, uid);
    try {
      await other.beat(0);
      await poll.beat(0);
      await next();
      expect(last.members).toEqual([[uid, 1]]);
      await other.beat(0);
      await next();
      expect(last.members).toEqual([[uid, 2]]);
      await other.leave();
      await next();
      expect(last.members).toBeNull();
    } finally {
      await other.close();
    }
  });

  it('are cheap and bounded, however much was changed at once', async () => {
    const many = `insert into engine_change (xid, uid, environment_id, subjects, by_member)
      select pg_current_xact_id()::text::bigint, gen_random_uuid(), '${environmentId}', array[gen_random_uuid()], true
        from generate_series(1, 20000)`;
    await execute(database.url, many);
    await next();
    expect([isTooMuch(last), last.changes?.length]).toEqual([true, 5001]);
    expect(await next()).toEqual([]);
    expect(isTooMuch(last)).toBe(false);
  });

  it('go on over a new connection where theirs was cut', async () => {
    await execute(
      database.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'changes' and datname = current_database()`,
    );
    const subject = newUid();
    await execute(database.url, change(subject));
    await next().catch(() => undefined);
    expect(await next()).toEqual([subject]);
  });

  it('name the history by which ids of transactions are counted', async () => {
    const other = await createTestDatabase();
    const elsewhere = new ChangePoll(() => other.url, newUid());
    try {
      expect((await elsewhere.since(nothing)).history).not.toBe(last.history);
      expect((await poll.since(nothing)).history).toBe(last.history);
    } finally {
      await elsewhere.close();
      await other.drop();
    }
  });
});
