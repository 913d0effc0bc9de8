import { Injectable } from '@nestjs/common';
import { currentContext, currentEnvironmentId } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { EnvironmentClock } from './domain/environment-clock';
import { environmentClockMapping } from './environment-clock.mapping';

// Held until the commit, so that versions are committed in their order: who has heard of one has heard of all before it.
const takeTurn = `select pg_advisory_xact_lock(hashtextextended('environment clocks', 0))`;
const latest = 'select coalesce(max(version), 0)::float8 as version from environment_clock';
const make = `insert into environment_clock (environment_id, ahead_ms, version, revision, created_at, updated_at)
              values ($1, 0, $2, 1, $3, $3) on conflict do nothing`;
const store = `update environment_clock set frozen_at = $2, ahead_ms = $3, version = $4, task_uid = $5, revision = $6, updated_at = $7
               where environment_id = $1`;
/**
 * By the database's clock: those of two processes may differ. The last release tells no version, and knows no clocks.
 * @reads engine_member of libs
 */
const behind = `select from engine_member m
                 where m.clock_version < $1 and m.seen_at > now() - interval '3 seconds' limit 1`;

/** The clock of the environment that asks: one row, or none while it was never set. */
@Injectable()
export class EnvironmentClocksRepository extends TenantTable<EnvironmentClock> {
  constructor(
    persistence: Persistence,
    private readonly machine: MachineClock,
  ) {
    super(persistence, environmentClockMapping);
  }

  async getOrThrow(): Promise<EnvironmentClock> {
    const [clock] = await this.where('true', []);
    return clock ? named(clock) : EnvironmentClock.untouched(currentEnvironmentId(), this.machine.now());
  }

  /** Makes the row where there is none, so that there is something to lock. @throws as a caller's `If-Match` says */
  async lockOrThrow(): Promise<EnvironmentClock> {
    await this.persistence.database.query(takeTurn);
    await this.ask(make, [await this.nextVersion(), this.machine.now()]);
    const [locked] = await this.where('true for no key update', []);
    if (!locked) throw new Error('The clock was not locked');
    const clock = named(locked);
    currentContext()?.precondition?.meet(clock);
    return clock;
  }

  /** Of what is stored in this transaction. */
  async nextVersion(): Promise<number> {
    const [found] = await this.persistence.database.queryEverywhere<{ version: number }>(latest);
    return (found?.version ?? 0) + 1;
  }

  /** Does a process that lives go by older settings still? */
  async isBehind(version: number): Promise<boolean> {
    return (await this.persistence.database.query(behind, [version])).length > 0;
  }

  override async save(clock: EnvironmentClock, now: Date): Promise<void> {
    clock.revision += 1;
    clock.updatedAt = now;
    const { frozenAt, aheadMs, version, taskUid, revision } = clock;
    await this.ask(store, [frozenAt, aheadMs, version, taskUid, revision, now]);
  }
}

/** The row needs no second key. */
const named = (clock: EnvironmentClock): EnvironmentClock =>
  Object.assign(clock, { uid: clock.environmentId });
