import { join } from 'node:path';
import { DatabaseLink } from './database-link';
import { Fleet } from './fleet';
import { askAboutSeats, type Asked } from './seat-checkers';
import { SeatWriters, sellSeats, type SeatHolder, type Send } from './seat-writers';
import type { SeededRandom } from './seeded-random';
import type { ServiceProcess } from './service-process';

/** A process with its own way to the database. */
export interface Member extends Asked {
  service: ServiceProcess;
  link: DatabaseLink;
  /** How many of each wait for it. */
  waiting: { checks: number; writes: number };
}

const shiftingClock = join(__dirname, 'shifting-clock.cjs');
const checkers = 12;
const writers = 4;
/** Few, so that each is asked about often enough to be held in memory. */
const holders = 8;

/** Processes of which some are exact and some bounded, with writers and checkers at all of them. */
export class WatchedFleet {
  readonly members: Member[] = [];
  readonly faults: string[] = [];
  /** How often nobody answered. */
  unanswered = 0;
  /** Of all answers, the oldest by its own word. */
  stalest = 0;
  holders: SeatHolder[] = [];
  /** Plans begin when the clock of the process says so: a wrong one chooses none. */
  astray = new Set<Member>();
  private readonly fleet = new Fleet();
  private writing?: SeatWriters;

  constructor(private readonly random: SeededRandom) {}

  /** @param staleness for each, in milliseconds: 0 for a process that is exact */
  async join(databaseUrl: string, ...staleness: number[]): Promise<Member[]> {
    const starting = staleness.map(async (mostStaleMs): Promise<Member> => {
      const link = await DatabaseLink.to(databaseUrl);
      const bound: Record<string, string> =
        mostStaleMs > 0 ? { CHECK_STALENESS_MS: String(mostStaleMs) } : {};
      const NODE_OPTIONS = `--require ${shiftingClock}`;
      const variables = { DATABASE_URL: link.url, MIGRATE_ON_START: 'true', NODE_OPTIONS, ...bound };
      const [service] = (await this.fleet.join(1, variables)) as [ServiceProcess];
      return { service, link, mostStaleMs, api: service.api, waiting: { checks: 0, writes: 0 } };
    });
    const joined = await Promise.all(starting);
    this.members.push(...joined);
    return joined;
  }

  async sell(): Promise<void> {
    const [{ api }] = this.members as [Member];
    this.holders = await sellSeats(api, holders);
    const send: Send = (kind, request) => {
      const able = this.members.filter((each) => kind === 'report' || !this.astray.has(each));
      return this.atOneOf(able, 'writes', ({ api: chosen }) => request(chosen));
    };
    this.writing = new SeatWriters(this.holders, writers, send, this.random);
  }

  get acknowledged(): number {
    return this.writing?.acknowledged ?? 0;
  }

  startWriting(): void {
    this.writing?.start();
  }

  async stopWriting(): Promise<void> {
    await this.writing?.stop();
  }

  /** Checks while the fault happens, and at least so many answers' worth. @returns how many were answered */
  async watch(answers: number, fault: () => Promise<void> = () => Promise.resolve()): Promise<number> {
    let [answered, isOver] = [0, false];
    const checker = async (): Promise<void> => {
      while ((answered < answers || !isOver) && this.faults.length === 0) {
        const verdict = await this.atOneOf(this.members, 'checks', (asked) =>
          askAboutSeats(asked, this.random.pick(this.holders), this.random),
        );
        if (verdict.isAnswered) answered += 1;
        else this.unanswered += 1;
        if (verdict.fault !== undefined) this.faults.push(verdict.fault);
        this.stalest = Math.max(this.stalest, verdict.stalenessMs);
      }
    };
    const happening = fault().finally(() => (isOver = true));
    await Promise.all([happening, ...Array.from({ length: checkers }, checker)]);
    return answered;
  }

  /** By chance, but one that does not answer holds up no more than its share: the others go on meanwhile. */
  private async atOneOf<T>(
    able: readonly Member[],
    kind: keyof Member['waiting'],
    work: (member: Member) => Promise<T>,
  ): Promise<T> {
    const share = Math.ceil({ checks: checkers, writes: writers }[kind] / able.length);
    const free = able.filter(({ waiting }) => waiting[kind] < share);
    const chosen = this.random.pick(free.length > 0 ? free : able);
    chosen.waiting[kind] += 1;
    try {
      return await work(chosen);
    } finally {
      chosen.waiting[kind] -= 1;
    }
  }

  async close(): Promise<void> {
    await this.fleet.kill();
    for (const { link } of this.members) link.close();
  }
}
