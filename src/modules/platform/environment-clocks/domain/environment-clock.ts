import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { badInput } from '#libs/kernel/errors/domain-error';

/** By then its months and years are not what anybody plans with. */
const mostYearsAhead = 100;

/** How the clock of one environment goes; there is one for each, whether it is stored or not. Domain: access-and-events K1, K2 */
export class EnvironmentClock extends AddressedEntity {
  /** Where it stands; null while it runs. */
  frozenAt: Date | null;
  /** Milliseconds that it runs before the machine's; behind it they are negative. */
  aheadMs: number;
  /** Of all settings in the database the one that was made last has the highest. */
  version: number;
  /** The task that carries out what the last move has passed; null where it has passed no time. */
  taskUid: string | null;

  /** Of an environment whose clock was never set. */
  static untouched(environmentId: string, at: Date): EnvironmentClock {
    const clock = EnvironmentClock.instantiate<EnvironmentClock>(
      EnvironmentClock,
      { frozenAt: null, aheadMs: 0, version: 0, taskUid: null, revision: 1 },
      at,
    );
    return Object.assign(clock, { environmentId, uid: environmentId });
  }

  /** Nothing else names it. */
  get id(): string {
    return this.environmentId;
  }

  /** @param machine the time of the machine */
  nowBy(machine: Date): Date {
    return this.frozenAt ?? new Date(machine.getTime() + this.aheadMs);
  }

  /** Does it show another time than the machine's, now or later? */
  get isSet(): boolean {
    return this.frozenAt !== null || this.aheadMs !== 0;
  }

  /** Stands at this instant from now on. Domain: access-and-events K1, K2 @throws BadUserInput for one that is over or too far */
  freeze(at: Date, machine: Date): void {
    const now = this.nowBy(machine);
    if (at < now)
      throw badInput(`now: the clock shows ${now.toISOString()} and goes forward only; send a later instant`);
    const latest = new Date(machine);
    latest.setUTCFullYear(latest.getUTCFullYear() + mostYearsAhead);
    if (at > latest) throw badInput(`now: at most ${latest.toISOString()}, ${mostYearsAhead} years ahead`);
    this.frozenAt = at;
  }

  /** Runs on from where it stands. */
  release(machine: Date): void {
    if (this.frozenAt === null) return;
    this.aheadMs = this.frozenAt.getTime() - machine.getTime();
    this.frozenAt = null;
  }
}
