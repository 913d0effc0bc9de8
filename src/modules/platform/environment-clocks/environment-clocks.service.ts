import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { Tasks } from '#libs/tasks/tasks';
import { one } from '#libs/use-cases/answer';
import { Vetoes } from '#libs/messaging/extensions';
import { UseCase } from '#libs/use-cases/use-case';
import { environmentTypeChange, EnvironmentsService } from '#modules/platform/accounts';
import { ClockMoves } from './clock-moves.service';
import type { EnvironmentClock as StoredClock } from './domain/environment-clock';
import type { SetEnvironmentClockBody } from './environment-clocks.inputs';
import { EnvironmentClocksRepository } from './environment-clocks.repository';
import { EnvironmentClock } from './environment-clocks.views';

/** The clocks by which environments live: all but PRODUCTION may set theirs. Domain: access-and-events K1–K4 */
@Injectable()
export class EnvironmentClocksService {
  private readonly changes: Changes<StoredClock, EnvironmentClock>;

  constructor(
    private readonly clocks: EnvironmentClocksRepository,
    private readonly environments: EnvironmentsService,
    private readonly moves: ClockMoves,
    private readonly tasks: Tasks,
    private readonly machine: MachineClock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(clocks, {
      entity: 'ENVIRONMENT_CLOCK',
      noun: 'environment_clock',
      view: (stored) => this.viewOf(stored),
      picture: ({ frozenAt, aheadMs }) => ({ frozenAt, aheadMs }),
    });
  }

  /** @throws EnvironmentMismatch */
  @UseCase('getEnvironmentClock', {
    needs: 'environmentSettings:read',
    answers: one(EnvironmentClock),
    summary: 'Get the clock of an environment. An addition.',
  })
  async get(environmentId: string): Promise<EnvironmentClock> {
    requireOwn(environmentId);
    return this.changes.get(environmentId);
  }

  /**
   * Once its task has ended, every process goes by the new time and nothing is due that fell due on the way.
   * @throws EnvironmentMismatch, BadUserInput on PRODUCTION and for an instant before the present one
   */
  @UseCase('setEnvironmentClock', {
    needs: 'environmentSettings:write',
    answers: one(EnvironmentClock),
    summary: 'Freeze the clock of an environment, move it forward, or let it run on. An addition.',
  })
  async set(environmentId: string, { now: instant }: SetEnvironmentClockBody): Promise<EnvironmentClock> {
    requireOwn(environmentId);
    await this.requireTestable();
    const clock = await this.clocks.lockOrThrow();
    return this.changes.apply(clock, 'updated', () => this.turn(clock, instant));
  }

  /** Nobody's customers live by a time of its own. @throws IntegrityViolation */
  @Vetoes(environmentTypeChange)
  async refuseProduction({ type }: typeof environmentTypeChange.facts): Promise<void> {
    if (type !== 'PRODUCTION' || !(await this.clocks.getOrThrow()).isSet) return;
    const message =
      'The clock of the environment was set and shows another time; make another one for PRODUCTION';
    throw new DomainError('IntegrityViolation', message);
  }

  private async turn(clock: StoredClock, instant: Date | null): Promise<void> {
    const machine = this.machine.now();
    const [before, wasFrozen] = [clock.nowBy(machine), clock.frozenAt !== null];
    if (instant === null) clock.release(machine);
    else clock.freeze(instant, machine);
    const now = clock.nowBy(machine);
    const isMoved = now > before;
    if (!isMoved && wasFrozen === (clock.frozenAt !== null)) return;
    clock.version = await this.clocks.nextVersion();
    clock.taskUid = isMoved ? await this.moves.start(clock.version, now) : null;
    this.moves.goBy(clock);
  }

  private async viewOf(clock: StoredClock): Promise<EnvironmentClock> {
    const { taskUid, frozenAt } = clock;
    const isRunning = taskUid !== null && (await this.tasks.isRunning(taskUid));
    const now = clock.nowBy(this.machine.now());
    return { now, isFrozen: frozenAt !== null, taskId: isRunning ? taskUid : null };
  }

  /** Customers live by the time that passes. Domain: access-and-events K1 */
  private async requireTestable(): Promise<void> {
    const { name, type } = await this.environments.holdOwn();
    if (type === 'PRODUCTION')
      throw badInput(
        `id: environment ${name} is PRODUCTION, whose clock is the machine's; use another environment`,
      );
  }
}

function requireOwn(environmentId: string): void {
  if (environmentId === currentEnvironmentId()) return;
  const message = `id: ${environmentId} is not the environment of the credential; GET /environments tells that one`;
  throw new DomainError('EnvironmentMismatch', message);
}
