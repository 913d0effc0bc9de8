import { Client } from 'pg';
import { newContext, runInContext } from '#libs/context/request-context';
import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import { StreamRounds } from './stream-rounds.listener';
import { ChangeLogRepository } from './change-log.repository';

// Domain: entitlements-usage

/** A writer with a transaction of its own, that ends when the test says so. */
class Writer {
  private constructor(private readonly client: Client) {}

  static async begin(url: string): Promise<Writer> {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('begin');
    return new Writer(client);
  }

  async note(environmentId: string, name: string): Promise<void> {
    await this.client.query(
      `insert into engine_change (xid, uid, environment_id, subjects, by_member, about)
       values (pg_current_xact_id()::text::bigint, gen_random_uuid(), $1, '{}', true,
               jsonb_build_array(jsonb_build_array('package', jsonb_build_object('packageId', $2::text))))`,
      [environmentId, name],
    );
  }

  async end(how: 'commit' | 'rollback' = 'commit'): Promise<void> {
    await this.client.query(how);
    await this.client.end();
  }
}

describe('the log of changes', () => {
  let app: TestApp;
  let log: ChangeLogRepository;
  let environmentId: string;

  beforeAll(async () => {
    app = await createTestApp();
    app.nest.get(StreamRounds).stop();
    log = app.nest.get(ChangeLogRepository);
    environmentId = app.a.environmentId;
  });
  afterAll(async () => {
    app.nest.get(StreamRounds).start();
    await app.close();
  });

  const since = async (position: number) => {
    const found = (await log.since(new Map([[environmentId, position]]))).get(environmentId);
    return { position: found?.position ?? -1, changes: found?.changes ?? [] };
  };
  const namesOf = (changes: { detail: unknown }[]) =>
    changes.map(({ detail }) => (detail as { packageId: string }).packageId);

  it('C5: a place is given once the transaction has ended, so nothing is ever found below what was read', async () => {
    const { position: begun } = await log.open(environmentId);
    const long = await Writer.begin(app.databaseUrl);
    await long.note(environmentId, 'long');
    const short = await Writer.begin(app.databaseUrl);
    await short.note(environmentId, 'short');
    await short.end();
    await log.number();
    const first = await since(begun);
    expect(namesOf(first.changes)).toEqual(['short']);
    const later = await Writer.begin(app.databaseUrl);
    await later.note(environmentId, 'later');
    await long.end();
    await log.number();
    const second = await since(first.position);
    expect(namesOf(second.changes)).toEqual(['long']);
    await later.end();
    await log.number();
    const third = await since(second.position);
    expect(namesOf(third.changes)).toEqual(['later']);
    expect([first, second, third].map(({ position }) => position)).toEqual([begun + 1, begun + 2, begun + 3]);
    const versions = [first, second, third].map(({ changes }) => changes[0]?.version ?? 0);
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  });

  it('C5: many writers and many numbering processes: every commit has one place, none is skipped', async () => {
    const { position: begun } = await log.open(environmentId);
    const committed: string[] = [];
    let isWriting = true;
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; n < 40; n++) {
        const own = await Writer.begin(app.databaseUrl);
        const name = `${writer}-${n}`;
        await own.note(environmentId, name);
        await new Promise((resolve) => setTimeout(resolve, (writer * 7 + n * 3) % 25));
        await own.end(n % 5 === 4 ? 'rollback' : 'commit');
        if (n % 5 !== 4) committed.push(name);
      }
    };
    const read: string[] = [];
    const places: number[] = [];
    const follow = async (): Promise<void> => {
      let position = begun;
      for (let isLast = false; !isLast;) {
        isLast = !isWriting;
        await log.number();
        const found = await since(position);
        position = found.position;
        read.push(...namesOf(found.changes));
        places.push(...found.changes.map((each) => each.position));
      }
    };
    const number = async (): Promise<void> => {
      while (isWriting) await log.number();
    };
    const others = [follow(), number(), number()];
    await Promise.all([0, 1, 2, 3].map(write)).finally(() => (isWriting = false));
    await Promise.all(others);
    expect([...read].sort()).toEqual(committed.sort());
    expect(places).toEqual(places.map((_, index) => begun + 1 + index));
  });

  it('C5: nothing has a place that nobody asked for, and to count for nobody names no counters', async () => {
    const nobody = newUid();
    const writer = await Writer.begin(app.databaseUrl);
    await writer.note(nobody, 'unheard');
    await writer.end();
    await log.number();
    const rows = await app.dataSource.query<object[]>(
      `select 1 from stream_change where environment_id = '${nobody}'`,
    );
    expect(rows).toEqual([]);
  });

  it('C3: a place is good while all that follows it is kept', async () => {
    const { position } = await log.open(environmentId);
    const principal = {
      kind: 'SYSTEM' as const,
      actor: 'test',
      accountId: '',
      environmentId,
      may: () => true,
    };
    const isKept = (of: number) =>
      runInContext({ ...newContext('test', 'WORKER'), principal }, () => log.isKept(of));
    expect([await isKept(position), await isKept(position - 1), await isKept(position + 1)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
