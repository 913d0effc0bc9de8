import { pino } from 'pino';
import { Registry } from 'prom-client';
import { ReplicaMetrics, type ReplicaOutcome } from '#libs/telemetry/replica-metrics';
import type { LogPlace } from './log-place';
import { Replica } from './replica';
import type { BothServers, ReplicaAnswer } from './replica-sessions';

const statement = { text: 'select 1', values: [] };

/** Two servers that stand where the test says. */
class Servers implements BothServers {
  primaryAt = 10n;
  replicaAt = 10n;
  /** Where it stands by the time it answers, if that is elsewhere. */
  answersAt?: bigint;
  stranger: Partial<LogPlace> = {};
  isFull = false;
  fault?: Error;
  primaryFault?: Error;
  readonly asked = { primary: 0, replica: 0, run: 0 };

  private at(at: bigint, isReplica: boolean): LogPlace {
    return { isReplica, timeline: 1, at, commitAgeSeconds: 4, identity: 'one' };
  }

  async primary(): Promise<LogPlace> {
    this.asked.primary++;
    await Promise.resolve();
    if (this.primaryFault) throw this.primaryFault;
    return this.at(this.primaryAt, false);
  }

  async replica(): Promise<LogPlace> {
    this.asked.replica++;
    await Promise.resolve();
    if (this.fault) throw this.fault;
    return { ...this.at(this.replicaAt, true), ...this.stranger };
  }

  async run<R>(): Promise<ReplicaAnswer<R>> {
    this.asked.run++;
    await Promise.resolve();
    if (this.fault) throw this.fault;
    const place = { ...this.at(this.answersAt ?? this.replicaAt, true), ...this.stranger };
    return { rows: [{ of: 'replica' }] as R[], place };
  }

  async close(): Promise<void> {}
}

const saying = (code: string): Error => Object.assign(new Error(`SQLSTATE ${code}`), { code });

describe('who answers a list', () => {
  let servers: Servers;
  let replica: Replica;
  let told: ReplicaOutcome[];
  let lines: string[];
  let now: number;

  beforeEach(async () => {
    [servers, told, lines, now] = [new Servers(), [], [], 1000];
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const metrics = new ReplicaMetrics(new Registry());
    jest.spyOn(metrics, 'asked').mockImplementation((outcome) => void told.push(outcome));
    replica = new Replica(servers, metrics, pino({ base: undefined }, { write: (line) => lines.push(line) }));
    await replica.look();
  });
  afterEach(() => jest.restoreAllMocks());

  const read = (): Promise<object[] | undefined> => replica.read(statement, 'environment');
  const answered = [{ of: 'replica' }];
  const warnings = (): string[] => lines.filter((line) => line.includes('is not used'));

  it('the primary, until the replica was heard of', async () => {
    const unheard = new Servers();
    const other = new Replica(unheard, new ReplicaMetrics(new Registry()), pino({ level: 'silent' }));
    expect(await other.read(statement, '')).toBeUndefined();
    expect(unheard.asked).toEqual({ primary: 0, replica: 0, run: 0 });
  });

  it('the replica, where it has carried out all that was committed before the list was asked for', async () => {
    expect(await read()).toEqual(answered);
    // It is known to be far enough from the look before.
    expect(servers.asked).toEqual({ primary: 2, replica: 1, run: 1 });
    expect([told, replica.lagSeconds]).toEqual([['replica'], 0]);
  });

  it('each asks anew how far that is, and those who wait at once ask together', async () => {
    await Promise.all(Array.from({ length: 50 }, read));
    expect(servers.asked).toEqual({ primary: 3, replica: 1, run: 50 });
  });

  it('the replica, where it catches up while the list waits', async () => {
    servers.primaryAt = 20n;
    const reading = read();
    setTimeout(() => (servers.replicaAt = 20n), 5);
    expect(await reading).toEqual(answered);
    expect(servers.asked.replica).toBeGreaterThan(2);
  });

  it('the primary, where it does not in time, and then nobody waits before it has', async () => {
    servers.primaryAt = 20n;
    const reading = read();
    setTimeout(() => (now += 60), 5);
    expect(await reading).toBeUndefined();
    const { replica: before } = servers.asked;
    expect(await read()).toBeUndefined();
    expect([servers.asked.replica - before, servers.asked.run, told]).toEqual([1, 0, ['behind', 'behind']]);
    const looking = replica.look();
    setTimeout(() => (now += 60), 5);
    await looking;
    expect(replica.lagSeconds).toBe(4);
    servers.replicaAt = 20n;
    expect(await read()).toEqual(answered);
    expect(warnings()).toEqual([]);
  });

  it('the primary, where the connection that answers is that of a server further back', async () => {
    servers.answersAt = 9n;
    expect(await read()).toBeUndefined();
    expect(told).toEqual(['behind']);
  });

  it.each([
    [{ isReplica: false }, 'it takes writes'],
    [{ timeline: 2 }, 'another timeline'],
    [{ identity: 'two' }, 'another cluster'],
  ])('the primary, where the other is %j: told once, until that is over', async (stranger, reason) => {
    servers.stranger = stranger;
    expect(await read()).toBeUndefined();
    now += 5000;
    await replica.look();
    expect(await read()).toBeUndefined();
    expect([told, warnings().length]).toEqual([['away', 'away'], 1]);
    expect([warnings()[0], replica.lagSeconds]).toEqual([expect.stringContaining(reason), NaN]);
    servers.stranger = {};
    now += 5000;
    await replica.look();
    expect(await read()).toEqual(answered);
  });

  it('the primary, where the replica breaks off, which is then left alone for a while', async () => {
    servers.fault = saying('ECONNRESET');
    expect(await read()).toBeUndefined();
    servers.fault = undefined;
    await replica.look();
    expect(await read()).toBeUndefined();
    expect([told, servers.asked.run]).toEqual([['away', 'away'], 1]);
    now += 2000;
    await replica.look();
    expect(await read()).toEqual(answered);
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'lists and reports are read from the read replica',
      'the read replica is not used: lists and reports are read from DATABASE_URL',
      'lists and reports are read from the read replica',
    ]);
  });

  it.each([
    ['40001', 'conflict'],
    ['25006', 'failed'],
    ['57014', 'failed'],
    ['42P01', 'failed'],
  ])('the primary, where the replica says %s, which is used on', async (code, outcome) => {
    servers.fault = saying(code);
    expect(await read()).toBeUndefined();
    servers.fault = undefined;
    expect(await read()).toEqual(answered);
    expect(told).toEqual([outcome, 'replica']);
  });

  it('the primary, where the replica has no connection left', async () => {
    servers.isFull = true;
    expect(await read()).toBeUndefined();
    expect([told, servers.asked.run]).toEqual([['busy'], 0]);
  });

  it('the primary, where that does not say how far it is: it is to tell why itself', async () => {
    servers.primaryFault = saying('ECONNREFUSED');
    expect(await read()).toBeUndefined();
    await replica.look();
    servers.primaryFault = undefined;
    expect(await read()).toEqual(answered);
    expect([told, warnings()]).toEqual([['failed', 'replica'], []]);
  });

  it('the primary, where that is not one itself: told', async () => {
    servers.primaryFault = saying('55000');
    await replica.look();
    expect(await read()).toBeUndefined();
    expect([told, warnings()]).toEqual([['away'], [expect.stringContaining('DATABASE_URL: SQLSTATE 55000')]]);
  });

  it('nobody is told of a replica that is let go', async () => {
    const looking = replica.look();
    servers.fault = saying('ECONNRESET');
    await Promise.all([replica.close(), looking]);
    expect(warnings()).toEqual([]);
  });
});
