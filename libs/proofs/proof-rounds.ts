import { setTimeout as rest } from 'node:timers/promises';
import { runAsSystem } from '#libs/context/request-context';
import type { MachineClock } from '#libs/kernel/clock';
import { grouped } from '#libs/kernel/grouped';
import { isCutOff } from '#libs/persistence/unit-of-work';
import { nextNight } from './night';

/** A chain that this process is to prove. */
export interface Claimed {
  environmentId: string;
  uid: string;
}

/** What is proven by night: who claims it for this process, proves it and notes what became of it. In the environment of the claimed but for the first. */
export interface NightWork<C extends Claimed, V> {
  /** Of the job, as logs and activity name it. */
  job: string;
  /** Those that are due, for this process alone until then. Who dies leaves them to others. */
  claim(now: Date, limit: number, until: Date): Promise<C[]>;
  /** For longer, of those that are being proven still; null: they are free. */
  claimUntil(uids: readonly string[], until: Date | null): Promise<void>;
  /** @param between asked between two parts; what it throws ends the proof */
  prove(claimed: C, between: () => Promise<void>): Promise<V>;
  /** @param dueAt of their next proofs */
  note(verdicts: readonly V[], dueAt: Date): Promise<void>;
  /** It could not be proven. */
  failed(uid: string, error: unknown): void;
}

const claimedAtOnce = 20;
/** Then a claim was of a process that has died. Longer than the longest part between two renewals by far. */
const claimMs = 10 * 60_000;
/** Then other jobs have their turn. */
const stretchMs = 20_000;
/** To rest more often would cost more than it spares. */
const leastWorkMs = 20;

/** The process is ending. */
class Ending extends Error {}

/**
 * Proves what is due, a stretch at a time: processes claim some each, no transaction is open while they prove, and what a killed process had
 * claimed is free again ten minutes later. At most one chain is proven at a time, and it rests as long as it works. ADR-0100
 */
export class ProofRounds<C extends Claimed, V> {
  private isAtWork = false;
  private isEnding = false;
  /** How long it has worked since it rested. */
  private workedSince = 0;

  constructor(
    private readonly work: NightWork<C, V>,
    private readonly clock: MachineClock,
  ) {}

  /** Before the jobs that run are waited for. */
  end(): void {
    this.isEnding = true;
  }

  /** @returns whether something is left that other jobs must not wait for */
  async goOn(): Promise<'done' | 'more'> {
    if (this.isAtWork) return 'done';
    this.isAtWork = true;
    try {
      return await this.stretch();
    } finally {
      this.isAtWork = false;
    }
  }

  private async stretch(): Promise<'done' | 'more'> {
    this.workedSince = performance.now();
    const end = performance.now() + stretchMs;
    while (!this.isEnding) {
      const claimed = await this.work.claim(this.clock.now(), claimedAtOnce, this.claimEnd);
      if (claimed.length === 0) return 'done';
      for (const [environmentId, some] of grouped(claimed, (each) => each.environmentId))
        await runAsSystem(this.work.job, environmentId, () => this.proveAll(some, end));
      if (performance.now() > end) return 'more';
    }
    return 'done';
  }

  /** What it does not come to, because the process ends or others have their turn, is free for whoever is next. */
  private async proveAll(claimed: readonly C[], end: number): Promise<void> {
    const left = new Set(claimed.map(({ uid }) => uid));
    const found: V[] = [];
    const between = this.pauses(() => [...left]);
    for (const each of claimed) {
      if (this.isEnding || performance.now() > end) break;
      try {
        found.push(await this.work.prove(each, between));
      } catch (error) {
        if (error instanceof Ending) break;
        if (isCutOff(error)) throw error;
        // It stays claimed: by then another attempt may have better luck.
        this.work.failed(each.uid, error);
      }
      left.delete(each.uid);
    }
    await this.work.claimUntil([...left], null);
    await this.work.note(found, nextNight(this.clock.now()));
  }

  /** Asked between two parts of a chain. */
  private pauses(left: () => string[]): () => Promise<void> {
    let renewedAt = performance.now();
    return async () => {
      if (this.isEnding) throw new Ending();
      if (performance.now() - renewedAt > claimMs / 4) {
        await this.work.claimUntil(left(), this.claimEnd);
        renewedAt = performance.now();
      }
      const worked = performance.now() - this.workedSince;
      if (worked < leastWorkMs) return;
      await rest(worked);
      this.workedSince = performance.now();
    };
  }

  private get claimEnd(): Date {
    return new Date(this.clock.now().getTime() + claimMs);
  }
}
