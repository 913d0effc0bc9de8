import { Clock, type MachineClock } from '#libs/kernel/clock';
import { currentContext } from './request-context';

/** How the clock of an environment goes. Domain: access-and-events K1, K2 */
export interface ClockSetting {
  environmentId: string;
  /** Milliseconds. Stands there; null: goes on, so much before or behind the machine. */
  frozenAt: number | null;
  aheadMs: number;
  /** Of all settings the one that was made last has the highest. */
  version: number;
}

/**
 * The clock of the environment that asks: the machine's, unless it was set. Settings are learnt with the poll for changes
 * (libs/changes/change-feed.ts), so every process goes by the same one. Domain: access-and-events K1, K4; ADR-0065
 */
export class EnvironmentClock extends Clock {
  private settings = new Map<string, ClockSetting>();
  private heard = 0;

  constructor(private readonly machine: MachineClock) {
    super();
  }

  now(): Date {
    const context = currentContext();
    if (context?.instant) return context.instant;
    return this.settings.size === 0 ? this.machine.now() : this.of(context?.principal?.environmentId);
  }

  of(environmentId: string | undefined): Date {
    const setting = environmentId === undefined ? undefined : this.settings.get(environmentId);
    return setting ? instantBy(setting, this.machine.now()) : this.machine.now();
  }

  /** Environments whose clock was set, also where it agrees with the machine's by now. */
  get set(): string[] {
    return [...this.settings.keys()];
  }

  /** Up to here all settings were heard of. */
  get version(): number {
    return this.heard;
  }

  /** What was made since `version`, all of it. */
  hear(settings: readonly ClockSetting[]): void {
    for (const setting of settings) {
      this.learn(setting);
      this.heard = Math.max(this.heard, setting.version);
    }
  }

  /** One that this process has made; of others made before it nothing is said. */
  learn(setting: ClockSetting): void {
    const known = this.settings.get(setting.environmentId);
    if (!known || known.version < setting.version) this.settings.set(setting.environmentId, setting);
  }

  /** Everything is heard anew: the database may have lost commits. */
  forget(): void {
    this.settings = new Map();
    this.heard = 0;
  }
}

/** What the clock shows when the machine's shows that. */
export const instantBy = (
  { frozenAt, aheadMs }: Pick<ClockSetting, 'frozenAt' | 'aheadMs'>,
  machine: Date,
): Date => new Date(frozenAt ?? machine.getTime() + aheadMs);
