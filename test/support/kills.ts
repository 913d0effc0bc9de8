import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Gate, Place } from './gate';
import type { SeededRandom } from './seeded-random';
import { ServiceProcess } from './service-process';

/** Where a kill meets the service; `at random` soon after, wherever it is by then. */
export type Blow = Place | 'at random';

/** Kills of a service by SIGKILL, one after the other; each time it is started again on the same port. */
export class Kills {
  /**
   * @param service that runs now
   * @param again how it is started
   * @param writing where `at random` begins
   */
  constructor(
    public service: ServiceProcess,
    private readonly gate: Gate,
    private readonly again: Record<string, string>,
    private readonly writing: Place,
    private readonly random: SeededRandom,
  ) {}

  /** Before what is killed begins. @param mostRows that may pass between two blows */
  async strike(blows: readonly Blow[], mostRows: number): Promise<() => Promise<void>> {
    const shut = async (blow: Blow | undefined): Promise<void> => {
      if (blow)
        await this.gate.shut(blow === 'at random' ? this.writing : blow, this.random.whole(1, mostRows));
    };
    await shut(blows[0]);
    return async () => {
      for (const [index, blow] of blows.entries()) {
        await this.gate.met();
        if (blow === 'at random') {
          await this.gate.open();
          await pause(this.random.whole(0, 30));
        }
        await this.service.kill();
        await this.gate.open();
        await shut(blows[index + 1]);
        this.service = await ServiceProcess.start(this.again);
      }
    };
  }
}

/** The embedded database of a service. */
export class EmbeddedDatabase {
  constructor(private readonly home: string) {}

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.postmaster.port}/entitlements`;
  }

  /** By SIGKILL. Returns when another one has taken its place. */
  async kill(): Promise<void> {
    const { pid } = this.postmaster;
    process.kill(pid, 'SIGKILL');
    while (this.isStill(pid)) await pause(20);
  }

  private get postmaster(): { pid: number; port: string } {
    const [pid, , , port = ''] = readFileSync(join(this.home, 'postgres/postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(pid), port };
  }

  private isStill(killed: number): boolean {
    try {
      return this.postmaster.pid === killed;
    } catch {
      return true;
    }
  }
}
