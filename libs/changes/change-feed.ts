import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Environment } from '#libs/config/env';
import { EnvironmentClock } from '#libs/context/environment-clock';
import { SystemClock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import type { Soon } from '#libs/kernel/soon';
import { ChangePoll, isTooMuch, type Poll, type Snapshot } from '#libs/persistence/change-poll';
import { DatabaseFaults } from '#libs/persistence/database-faults';
import { DatabaseUrl } from '#libs/persistence/database-url';
import { Database } from '#libs/persistence/database';
import { Gathering } from '#libs/persistence/gathering';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { Metrics } from '#libs/telemetry/metrics';
import type { Follower, Standing } from './change';
import { Neighbours } from './neighbours';
import { Presence } from './presence';

const pollEveryMs = 100;
const beatEveryMs = 300;
/** Within this time who is alone would have heard that somebody has come, and that one has not acknowledged a write yet. */
const trustMs = 1000;
/** Changes are kept for a minute at least: see `forget-changes`. */
const rememberedMs = 40_000;

/** A moment by both clocks: one stands still while the machine sleeps, the other may be set. */
interface Moment {
  monotonic: number;
  wall: number;
}

/** Never the injected one: tests let that travel. */
const machine = new SystemClock();
const wallClock = (): number => machine.now().getTime();

const now = (): Moment => ({ monotonic: performance.now(), wall: wallClock() });

/** The longer of both; what was after the wall clock's now may be as old as you like. */
function ageOf({ monotonic, wall }: Moment): number {
  const byWall = wallClock() - wall;
  return byWall < 0 ? Infinity : Math.max(performance.now() - monotonic, byWall);
}

/** What was polled: everything that was committed before `at` is known. */
interface Known {
  at: Moment;
  snapshot: Snapshot;
  history: string;
}

/** The latest place in the order of changes that it may have seen. */
const versionOf = ({ snapshot }: Known): number => snapshot.next - 1;

/**
 * What changed in the database, of what this process holds in memory. Each check is answered from a state that is exact, or as old as
 * CHECK_STALENESS_MS allows; the cases are told in ADR-0054.
 */
@Injectable()
export class ChangeFeed implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly poll: ChangePoll;
  private readonly polls = new Gathering<undefined, Standing | undefined>((_, askers) =>
    this.pollFor(askers.length),
  );
  private readonly followers: Follower[] = [];
  private readonly mayBeMs: number;
  private neighbours = new Neighbours();
  private presence = new Presence();
  private known?: Known;
  private wroteAt = -Infinity;
  /** The version of the clocks that the last sign of life told. */
  private toldClock = -1;
  private timer?: NodeJS.Timeout;
  /** Of each start another one; undefined while it is stopped. */
  private life?: symbol;

  constructor(
    url: DatabaseUrl,
    { checkStalenessMs }: Environment,
    private readonly unitOfWork: UnitOfWork,
    private readonly faults: DatabaseFaults,
    private readonly clock: EnvironmentClock,
    database: Database,
    metrics: Metrics,
  ) {
    this.poll = new ChangePoll(() => url.value, newUid(), database.spanningRole);
    this.mayBeMs = checkStalenessMs ?? 0;
    metrics.setChangeAgeGauge(() => (this.known ? ageOf(this.known.at) : performance.now()) / 1000);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** Returns after the first poll, whatever became of it. May follow a stop. */
  async start(): Promise<void> {
    if (this.life) return;
    const life = (this.life = Symbol('life'));
    this.unitOfWork.onCommit(() => this.committed());
    await this.round(life);
  }

  /** Nothing is held while nothing is heard. */
  async stop(): Promise<void> {
    if (!this.life) return;
    this.life = undefined;
    clearTimeout(this.timer);
    this.unitOfWork.onCommit(undefined);
    await this.poll.leave().catch(() => undefined);
    await this.poll.close();
    this.forgetAll();
    [this.neighbours, this.presence] = [new Neighbours(), new Presence()];
  }

  follow(follower: Follower): void {
    this.followers.push(follower);
  }

  /**
   * The state that followers hold, where it may answer as it is: of a process that is alone all that it wrote is in it, and of several
   * it is as old as they may be. Undefined: ask for `renewed`.
   * @param atLeast a version that the asker has seen
   */
  present(atLeast = -1): Standing | undefined {
    const { known } = this;
    if (!known || known.at.monotonic <= this.wroteAt || known.snapshot.endedBelow <= atLeast)
      return undefined;
    const stalenessMs = ageOf(known.at);
    const isAlone = stalenessMs <= trustMs && !this.neighbours.areThere(performance.now());
    if (!isAlone && stalenessMs > this.mayBeMs) return undefined;
    return { version: versionOf(known), stalenessMs: Math.ceil(stalenessMs) };
  }

  /**
   * The state with all that was committed before this call. Undefined while it cannot be found out: read the tables. Where a poll finds the database
   * away, so do all who wait behind it: they read the tables next, and the waits of one call must stay within the time of an answer.
   */
  async renewed(): Promise<Standing | undefined> {
    try {
      return this.life && (await this.polls.ask('all', undefined));
    } catch {
      return undefined;
    }
  }

  /** To be awaited between a commit of what followers hold already and its acknowledgement. */
  acknowledging(): Soon<void> {
    const ms = this.life ? this.presence.waitMs(performance.now()) : 0;
    return ms > 0 ? pause(ms) : undefined;
  }

  /** What a unit of work has changed is heard by a poll, here as everywhere: nobody tells memory what to forget. */
  private committed(): Soon<void> {
    this.wroteAt = performance.now();
    return this.acknowledging();
  }

  private async round(life: symbol): Promise<void> {
    const startedAt = performance.now();
    try {
      const { version } = this.clock;
      // Who moves a clock waits until every process has told that it goes by it.
      if (this.presence.silentMs(startedAt) >= beatEveryMs || version !== this.toldClock) {
        await this.poll.beat(version);
        this.toldClock = version;
        this.presence.beaten(startedAt, performance.now());
      }
      await this.renewed();
    } catch (error) {
      this.faults.note(error, 'hearing of changes');
    }
    if (this.life === life) this.timer = setTimeout(() => void this.round(life), pollEveryMs).unref();
  }

  private async pollFor(askers: number): Promise<(Standing | undefined)[]> {
    try {
      const standing = await this.pollOnce();
      return Array.from({ length: askers }, () => standing);
    } catch (error) {
      this.faults.note(error, 'hearing of changes');
      throw error;
    }
  }

  private async pollOnce(): Promise<Standing | undefined> {
    const { life } = this;
    const at = now();
    const before = this.known && ageOf(this.known.at) < rememberedMs ? this.known : undefined;
    const { version: clockVersion } = this.clock;
    const history = this.known?.history;
    const poll = await this.poll.since({ snapshot: before?.snapshot, history, clockVersion });
    if (!life || this.life !== life) return undefined;
    const known = this.apply(poll, at, before);
    return { version: versionOf(known), stalenessMs: 0 };
  }

  private apply(poll: Poll, at: Moment, before: Known | undefined): Known {
    const { snapshot, history, members, changes, clocks } = poll;
    const heardAt = performance.now();
    const others = members ?? [];
    this.neighbours.observe(others, heardAt);
    this.presence.polled(at.monotonic, others.length > 0);
    if (changes?.some(({ isMember }) => !isMember)) this.neighbours.hearStranger(heardAt);
    if (this.known?.history !== history) this.clock.forget();
    this.clock.hear(clocks ?? []);
    if (before?.history !== history || isTooMuch(poll)) this.forgetAll();
    else if (changes) for (const follower of this.followers) follower.changed(changes);
    return (this.known = { at, snapshot, history });
  }

  private forgetAll(): void {
    this.known = undefined;
    for (const follower of this.followers) follower.lost();
  }
}
