import { setTimeout as pause } from 'node:timers/promises';
import {
  covers,
  placeOfPrimary,
  placeOfReplica,
  readPlace,
  strangenessOf,
  type LogPlace,
} from '#libs/persistence/log-place';
import type { ReplicaOutcome } from '#libs/telemetry/replica-metrics';
import type { ApiClient } from '../support/client';
import { execute, rowsOf } from '../support/database';
import { DatabaseLink } from '../support/database-link';
import { eventually } from '../support/eventually';
import { Fleet } from '../support/fleet';
import { readAddresses } from '../support/read-addresses';
import { ReplicatedDatabase } from '../support/replicated-database';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import type { ServiceProcess } from '../support/service-process';

// ADR-0128: lists and reports are read from a replica that has carried out all that was committed before.

jest.setTimeout(1_800_000);

const role = 'works';
const writers = 4;
/** Writes under each state of affairs, each with a list. */
const writes = scaled(3000, 60);
const blows = scaled(12, 2);
const longestMs = scaled(4000, 500);
const random = seededRandom('replica-reads.spec');

interface Listed {
  data: { id: string }[];
}

const by = (url: string): string => Object.assign(new URL(url), { username: role }).href;

describe('lists of one process while another one writes', () => {
  const fleet = new Fleet();
  let database: ReplicatedDatabase;
  let primaryUrl: string;
  let link: DatabaseLink;
  let writer: ServiceProcess;
  let reader: ServiceProcess;
  let written = 0;
  const missed: string[] = [];
  let slowestMs = 0;

  beforeAll(async () => {
    database = await ReplicatedDatabase.start();
    primaryUrl = database.url;
    await execute(primaryUrl, `create role ${role} login`);
    await database.addStandby(false);
    link = await DatabaseLink.to(by(database.standbyUrl));
    const variables = { DATABASE_URL: by(database.url), DATABASE_MIGRATION_URL: database.url };
    [writer] = (await fleet.join(1, { ...variables, MIGRATE_ON_START: 'true' })) as [ServiceProcess];
    [reader] = (await fleet.join(1, { ...variables, DATABASE_REPLICA_URL: link.url })) as [ServiceProcess];
    await isUsed();
  });
  afterAll(async () => {
    process.stdout.write(
      `replica-reads.spec: ${written} writes, ${missed.length} missed, longest list ${Math.round(slowestMs)} ms\n`,
    );
    await fleet.kill();
    link?.close();
    await database?.close();
  });

  async function told(outcome: ReplicaOutcome): Promise<number> {
    const { text } = await reader.api.send('GET', '/metrics');
    return Number(
      new RegExp(`^replica_reads_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
    );
  }

  /** How often each of them was told by a piece of work. */
  async function toldBy(work: () => Promise<void>, ...outcomes: ReplicaOutcome[]): Promise<number[]> {
    const all = () => Promise.all(outcomes.map(told));
    const before = await all();
    await work();
    return (await all()).map((count, place) => count - (before[place] ?? 0));
  }

  /** Those of an address: whatever else is written meanwhile, it is one page. */
  const listed = async (api: ApiClient, email: string): Promise<string[]> => {
    const askedAt = performance.now();
    const answer = await api.send('GET', `/api/v1/customers?email=${email}`);
    slowestMs = Math.max(slowestMs, performance.now() - askedAt);
    if (answer.status !== 200) throw new Error(`A list was answered ${answer.status} ${answer.text}`);
    return (answer.body as Listed).data.map(({ id }) => id);
  };

  const isUsed = (): Promise<void> =>
    eventually(async () => {
      const [used] = await toldBy(
        async () => void (await listed(reader.api, 'nobody@example.com')),
        'replica',
      );
      expect(used).toBeGreaterThan(0);
    });

  const isLeft = async (): Promise<void> => {
    const before = await told('away');
    await eventually(async () => expect(await told('away')).toBeGreaterThan(before));
  };

  /** Each of the writers asks the other process for what it has just been told is written. */
  async function expectNothingMissed(fault: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    let [left, isOver] = [writes, false];
    const write = async (): Promise<void> => {
      while (left > 0 || !isOver) {
        left -= 1;
        const id = `customer-${++written}`;
        const email = `${id}@example.com`;
        const { status, text } = await writer.api.send('POST', '/api/v1/customers', { id, email });
        if (status !== 201) throw new Error(`A write was answered ${status} ${text}`);
        if (!(await listed(reader.api, email)).includes(id)) missed.push(id);
      }
    };
    const happening = fault().finally(() => (isOver = true));
    await Promise.all([happening, ...Array.from({ length: writers }, write)]);
    expect(missed.splice(0)).toEqual([]);
  }

  const again = (strike: () => Promise<void>) => async (): Promise<void> => {
    for (let n = 0; n < blows; n++) {
      await strike();
      await pause(random.whole(50, 300));
    }
  };
  const aWhile = (): Promise<void> => pause(random.whole(300, longestMs));

  it('come from the replica, and show every write', async () => {
    const [used = 0] = await toldBy(() => expectNothingMissed(), 'replica');
    expect(used).toBeGreaterThan(writes / 2);
  });

  it('see no row there before it is said of which environment', async () => {
    expect(await rowsOf(database.standbyUrl, 'select id from customer')).not.toEqual([]);
    expect(await rowsOf(by(database.standbyUrl), 'select id from customer')).toEqual([]);
  });

  it('show every write while the replica takes in and shows nothing', async () => {
    const [used = 0, behind = 0] = await toldBy(
      () =>
        expectNothingMissed(
          again(async () => {
            const resume = await database.pauseReplay();
            await aWhile();
            await resume();
          }),
        ),
      'replica',
      'behind',
    );
    expect(used).toBeGreaterThan(0);
    expect(behind).toBeGreaterThan(0);
  });

  it('fail for nobody while connections to the replica are cut', () =>
    expectNothingMissed(async () => {
      link.cut();
      await isLeft();
      link.mend();
      await isUsed();
    }));

  it('fail for nobody while nothing comes back from the replica', () =>
    expectNothingMissed(async () => {
      link.hold();
      await isLeft();
      link.release();
      await isUsed();
    }));

  it('fail for nobody while the replica is killed, and come from it again once it is back', async () => {
    await expectNothingMissed(async () => {
      await database.killStandby();
      await isLeft();
      await database.restartStandby();
      await isUsed();
    });
  });

  it('fail for nobody who is in the way of what the replica carries out', async () => {
    await database.letReplayGoFirst();
    const lock = `begin; lock table customer in access exclusive mode; commit`;
    await expectNothingMissed(() =>
      eventually(async () => {
        await execute(database.url, ...Array.from({ length: 20 }, () => lock));
        expect(await told('conflict')).toBeGreaterThan(0);
      }),
    );
  });

  it('are answered by the replica whatever they list', async () => {
    const addresses = await readAddresses(reader.api, 'customer-1');
    const [failed] = await toldBy(async () => {
      for (const address of addresses) await reader.api.send('GET', address);
    }, 'failed');
    expect(failed).toBe(0);
  });

  it('do not come from a replica that takes writes', async () => {
    await database.promote();
    await listed(reader.api, 'nobody@example.com');
    const [used] = await toldBy(() => expectNothingMissed(), 'replica');
    expect(used).toBe(0);
    expect(reader.output.match(/it takes writes.*the read replica is not used/g)).toHaveLength(1);
    expect([...writer.faults, ...reader.faults]).toEqual([]);
  });

  it('may come from who follows the promoted one, and not from who has followed the one before', async () => {
    const old = await placeAt(primaryUrl, placeOfPrimary);
    await database.addStandby(false);
    const primary = await placeAt(database.url, placeOfPrimary);
    await eventually(async () => {
      const follower = await placeAt(database.standbyUrl, placeOfReplica);
      expect([covers(follower, primary), strangenessOf(follower, old)]).toEqual([
        true,
        'it follows another timeline',
      ]);
    });
    expect([old.timeline, primary.timeline]).toEqual([1, 2]);
  });
});

async function placeAt(url: string, question: string): Promise<LogPlace> {
  const [row] = await rowsOf<{ place: string }>(url, question);
  return readPlace(row?.place ?? '');
}
