import type { Logger } from 'pino';
import { EnvironmentClock } from '#libs/context/environment-clock';
import { SystemClock } from '#libs/kernel/clock';
import type { EnvironmentMoves } from '#libs/persistence/environment-moves';
import { DatabaseFaults } from '#libs/persistence/database-faults';
import type { UnitOfWork } from '#libs/persistence/unit-of-work';
import { Metrics } from '#libs/telemetry/metrics';
import { discovered } from '../../test/support/discovered';
import { DueOrder } from './due-order';
import { DueTurns, type DueKind, type DueScope, type DueSubject } from './due-turns';
import { DueWalks, DueWork } from './due-work';

// Domain: access-and-events

const hourMs = 3_600_000;
const environmentId = 'ahead';
const machine = new SystemClock();
const clock = new EnvironmentClock(machine);

/** What was done, with the instant as of which it was. */
let done: [uid: string, hours: number][] = [];
let due: Map<string, DueSubject[]>;
let isFollowed = false;
let isFaulty = (_uid: string): boolean => false;

const at = (hours: number): Date => new Date(hours * hourMs);
const subject = (uid: string, hours: number): DueSubject => ({ environmentId, uid, dueAt: at(hours) });
const placeOf = ({ dueAt, uid }: Pick<DueSubject, 'dueAt' | 'uid'>): string =>
  `${dueAt.toISOString()} ${uid}`;

class Ripening implements DueKind<DueSubject> {
  async next({ now }: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubject[]> {
    const all = (due.get(this.constructor.name) ?? []).filter(({ dueAt }) => dueAt <= now);
    const inOrder = all.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    return inOrder.filter((each) => !after || placeOf(each) > placeOf(after)).slice(0, limit);
  }

  async process([one]: readonly DueSubject[]): Promise<number> {
    if (!one || isFaulty(one.uid)) throw new Error('a fault');
    const { name } = this.constructor;
    const left = due.get(name) ?? [];
    done.push([one.uid, clock.now().getTime() / hourMs]);
    due.set(
      name,
      left.filter(({ uid }) => uid !== one.uid),
    );
    return 1;
  }
}

@DueWork('later', { rank: 3 })
class Later extends Ripening {
  follows(): Promise<boolean> {
    return Promise.resolve(isFollowed);
  }
}

@DueWork('sooner', { rank: 1 })
class Sooner extends Ripening {}

@DueWork('by-the-machine')
class ByTheMachine extends Ripening {}

describe('due work where the clock was set', () => {
  let order: DueOrder;

  beforeAll(async () => {
    const { registry } = await discovered([Later, Sooner, ByTheMachine]);
    const logger = { info: () => undefined, error: () => undefined } as unknown as Logger;
    const unitOfWork = { run: <T>(work: () => Promise<T>) => work() } as UnitOfWork;
    const metrics = new Metrics();
    const moves = { held: () => Promise.resolve(new Set()) } as unknown as EnvironmentMoves;
    const turns = new DueTurns(unitOfWork, metrics, logger, new DatabaseFaults(logger, metrics));
    order = new DueOrder(new DueWalks(registry, turns, clock, machine, moves, logger), turns, clock);
    clock.learn({ environmentId, frozenAt: at(100).getTime(), aheadMs: 0, version: 1 });
  });
  beforeEach(() => {
    [done, due, isFaulty, isFollowed] = [[], new Map(), () => false, false];
  });

  it('K3: of all kinds in the order of instants and ranks, each as of its instant', async () => {
    due.set('Later', [subject('a', 1), subject('b', 5), subject('c', 101)]);
    due.set('Sooner', [subject('d', 5), subject('e', 3), subject('f', 2)]);
    due.set('ByTheMachine', [subject('g', 1)]);
    await order.catchUp(environmentId);
    expect(done).toEqual([
      ['a', 1],
      ['f', 2],
      ['e', 3],
      ['d', 5],
      ['b', 5],
    ]);
  });

  it('K3: goes past what fails, and meets it again the next time', async () => {
    due.set('Later', [subject('a', 1), subject('b', 1)]);
    due.set('Sooner', [subject('c', 1), subject('d', 2)]);
    isFaulty = (uid) => uid === 'a' || uid === 'c';
    await order.catchUp(environmentId);
    expect(done.map(([uid]) => uid)).toEqual(['b', 'd']);
    isFaulty = () => false;
    await order.catchUp(environmentId);
    expect(done.map(([uid]) => uid)).toEqual(['b', 'd', 'c', 'a']);
  });

  it('K3: looks ahead less than an hour: what is made on the way has its turn in between', async () => {
    const all = Array.from({ length: 30 }, (_, hour) => subject(`s${hour}`, hour));
    due.set('Sooner', all);
    const steps = await order.next(environmentId, at(100), null, 100);
    expect(steps.map(({ subject: { uid } }) => uid)).toEqual(['s0']);
    expect(await order.count(environmentId, at(100), null, 1000)).toBe(30);
  });

  it('K3: looks ahead not at all where one of them may be followed at its instant', async () => {
    due.set('Sooner', [subject('a', 1), subject('b', 1), subject('c', 1.5)]);
    const next = async () =>
      (await order.next(environmentId, at(100), null, 100)).map(({ key }) => key.at(-1));
    expect(await next()).toEqual(['a', 'b', 'c']);
    isFollowed = true;
    expect(await next()).toEqual(['a', 'b']);
  });
});
