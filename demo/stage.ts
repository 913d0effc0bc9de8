import { createColors } from 'picocolors';
import { canonicalJson } from '#libs/kernel/canonical-json';

/** Where the story is told: a terminal, a file, a test. */
export interface Audience {
  write(text: string): void;
  /** Understands colours and a line that is written over. */
  isTerminal: boolean;
}

export interface Outcome {
  passed: number;
  failed: number;
}

const width = 110;
const barLength = 24;
const longestFault = 1000;

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 2)} …`;

/** Tells what is done and what the service answered, and keeps count of what was promised about it. */
export class Stage {
  private readonly open = new Set<string>();
  private passed = 0;
  private failed = 0;
  private readonly paint: ReturnType<typeof createColors>;

  constructor(private readonly audience: Audience) {
    this.paint = createColors(audience.isTerminal);
  }

  announce(title: string, promises: readonly string[]): void {
    for (const promise of promises) {
      if (this.open.has(promise)) throw new Error(`"${promise}" is promised twice`);
      this.open.add(promise);
    }
    this.line('', this.paint.bold(title), `${this.open.size} checks`);
  }

  chapter(place: string, title: string, about: string): void {
    this.line('', this.paint.bold(this.paint.cyan(`${place}  ${title}`)), '', `  ${about}`, '');
  }

  say(text: string): void {
    this.line(`  ${text}`);
  }

  /** A request and what came back, cut to the width of a screen. */
  exchange(request: string, asked: unknown, status: number, told: unknown): void {
    const sent = asked === undefined ? '' : ` ${JSON.stringify(asked)}`;
    this.line(`  ${this.paint.dim('→')} ${cut(`${request}${sent}`, width - 4)}`);
    const text = cut(`${status} ${JSON.stringify(told)}`, width - 4);
    this.line(`  ${this.paint.dim('←')} ${status < 400 ? this.paint.green(text) : this.paint.yellow(text)}`);
  }

  /** Written over on a terminal; elsewhere only its end is told. */
  progress(label: string, done: number, total: number): void {
    const isEnd = done === total;
    if (!this.audience.isTerminal && !isEnd) return;
    const filled = Math.round((done / total) * barLength);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(barLength - filled)}`;
    this.audience.write(
      `${this.audience.isTerminal ? '\r' : ''}  ${bar} ${done}/${total} ${label}${isEnd ? '\n' : ''}`,
    );
  }

  /** Compares what the service told with what must be so. */
  check(promise: string, told: unknown, expected: unknown): void {
    if (!this.open.delete(promise)) throw new Error(`"${promise}" was not promised`);
    // As text, so that the order of fields does not matter; what is absent counts as null.
    const [is, ought] = [told, expected].map((value) => canonicalJson(value ?? null)) as [string, string];
    if (is === ought) {
      this.passed++;
      this.line(`  ${this.paint.green('✓')} ${promise}`);
      return;
    }
    this.failed++;
    this.line(
      `  ${this.paint.red(`✗ ${promise}`)}`,
      `      told      ${cut(is, longestFault)}`,
      `      expected  ${cut(ought, longestFault)}`,
    );
  }

  /** What was promised and not shown counts as failed. */
  conclude(fault?: unknown): Outcome {
    if (fault !== undefined) this.line('', `  ${this.paint.red(`The story broke off: ${String(fault)}`)}`);
    for (const promise of this.open) this.line(`  ${this.paint.red(`✗ ${promise} (not reached)`)}`);
    const outcome = { passed: this.passed, failed: this.failed + this.open.size };
    this.line('', `${outcome.passed} checks passed, ${outcome.failed} failed`);
    return outcome;
  }

  private line(...texts: string[]): void {
    this.audience.write(`${texts.join('\n')}\n`);
  }
}
