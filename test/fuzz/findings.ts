import { curlOf, type FuzzAnswer, type FuzzRequest } from './request';

/** Something that the service must not do. */
export interface Defect {
  /** In a few words, the same for each of its kind. */
  kind: string;
  /** What it was this time. */
  detail: string;
}

interface Found extends Defect {
  request: FuzzRequest;
  status: number;
  text: string;
  times: number;
  seed: number;
}

interface Tally {
  requests: number;
  statuses: Map<number, number>;
}

const shown = (text: string): string => (text.length > 600 ? `${text.slice(0, 600)}…` : text);

/** What was asked and what came of it; each kind of defect of an operation once. */
export class Findings {
  private readonly found = new Map<string, Found>();
  private readonly tallies = new Map<string, Tally>();

  /** @param tell of each kind of defect, as soon as it is met */
  constructor(
    private readonly keep: (payload: string | Buffer) => string,
    private readonly tell: (defect: string) => void = () => undefined,
  ) {}

  count(operation: string, status: number): void {
    const tally = this.tallies.get(operation) ?? { requests: 0, statuses: new Map<number, number>() };
    this.tallies.set(operation, tally);
    tally.requests++;
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  }

  /** @returns whether it is the first of its kind */
  add(request: FuzzRequest, answer: FuzzAnswer | undefined, defect: Defect, seed: number): boolean {
    const key = `${request.door} ${request.operation} ${defect.kind}`;
    const known = this.found.get(key);
    if (known) {
      known.times++;
      return false;
    }
    const { status = 0, text = '' } = answer ?? {};
    const first = { ...defect, request, status, text, times: 1, seed };
    this.found.set(key, first);
    this.tell(this.told(first));
    return true;
  }

  get defects(): string[] {
    return [...this.found.values()].map((each) => this.told(each));
  }

  get kinds(): number {
    return this.found.size;
  }

  get requests(): number {
    return [...this.tallies.values()].reduce((sum, { requests }) => sum + requests, 0);
  }

  /** `200: 5, 404: 1` over all operations. */
  get statuses(): string {
    const all = new Map<number, number>();
    for (const { statuses } of this.tallies.values()) {
      for (const [status, count] of statuses) all.set(status, (all.get(status) ?? 0) + count);
    }
    return line(all);
  }

  neverDone(operations: readonly string[]): string[] {
    const isDone = (id: string): boolean =>
      [...(this.tallies.get(id)?.statuses.keys() ?? [])].some((status) => status < 300);
    return operations.filter((id) => !isDone(id));
  }

  table(): string {
    const rows = [...this.tallies].sort(([a], [b]) => (a < b ? -1 : 1));
    return rows
      .map(
        ([id, { requests, statuses }]) =>
          `${id.padEnd(36)} ${String(requests).padStart(7)}  ${line(statuses)}`,
      )
      .join('\n');
  }

  private told({ kind, detail, request, status, text, times, seed }: Found): string {
    return [
      `✗ ${request.door} ${request.operation}: ${kind} (${times} ×, SEED=${seed})`,
      `  ${detail}`,
      `  ${request.intent}, ${request.what} → ${status} ${shown(text)}`,
      `  ${curlOf(request, this.keep)}`,
    ].join('\n');
  }
}

const line = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
