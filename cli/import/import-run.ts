import { setTimeout as pause } from 'node:timers/promises';
import { Advice, type Terminal } from '../terminal';
import type { ImportCommand } from './arguments';
import { batchesOf, type Batch } from './batches';
import type { CustomersAnswer, ImportService, Refusal } from './import-service';
import { newState, store, type ImportState } from './import-state';
import { appendRefused, openRefused, type RefusedRow } from './refused-rows';
import { rowsOf } from './rows';

/** What became of the rows of a batch. */
interface Outcome {
  refusals: Refusal[];
  counts: Record<string, number>;
}

const lookMs = 200;

/** One way through a file, from where the state says to its end. */
export class ImportRun {
  private readonly startedAt = performance.now();
  private readonly from: number;

  constructor(
    private readonly command: ImportCommand,
    private readonly service: ImportService,
    private readonly state: ImportState,
    private readonly terminal: Terminal,
    private readonly rowsAtOnce: number,
  ) {
    this.from = state.rows;
  }

  async toEnd(): Promise<void> {
    const { command, state } = this;
    openRefused(command.file, state);
    for await (const batch of batchesOf(rowsOf(command), state.rows, this.rowsAtOnce)) await this.send(batch);
    state.isDone = true;
    store(command.file, state);
    if (this.terminal.isTerminal) this.terminal.tell('\r\x1b[K');
  }

  private async send(batch: Batch): Promise<void> {
    const { command, state } = this;
    const { refusals, counts } = batch.sent.length > 0 ? await this.outcomeOf(batch) : nothing();
    const refused: RefusedRow[] = batch.unreadable.map(({ line, fault: message }) => {
      return { line, id: null, code: null, message };
    });
    for (const { index, code, message } of refusals) {
      const { line, row } = batch.sent[index] as Batch['sent'][number];
      refused.push({ line, id: row['id'] ?? null, code, message });
    }
    state.refusedBytes += appendRefused(command.file, refused);
    state.rows += batch.size;
    for (const [name, count] of Object.entries({ ...counts, refused: refused.length }))
      state.counts[name] = (state.counts[name] ?? 0) + count;
    store(command.file, state);
    this.tell(0);
  }

  private outcomeOf(batch: Batch): Promise<Outcome> {
    return this.command.kind === 'customers' ? this.customers(batch) : this.subscriptions(batch);
  }

  private async customers(batch: Batch): Promise<Outcome> {
    const { newCustomers, failures } = await this.request<CustomersAnswer>(batch);
    const known = batch.sent.length - newCustomers.length - failures.length;
    return { refusals: failures, counts: { created: newCustomers.length, 'there already': known } };
  }

  private async subscriptions(batch: Batch): Promise<Outcome> {
    const { taskId } = await this.request<{ taskId: string }>(batch);
    await this.endOf(taskId);
    const { refusals, counts } = nothing();
    for await (const { result, code, message } of this.service.results(taskId)) {
      const { index, outcome } = result ?? { index: 0 };
      if (outcome === undefined) refusals.push({ index, code, message: message ?? 'It failed' });
      else counts[outcome.toLowerCase()] = (counts[outcome.toLowerCase()] ?? 0) + 1;
    }
    return { refusals, counts };
  }

  /** @throws Advice where a task was stopped before its end: then a run of its own sends these rows again */
  private async endOf(taskId: string): Promise<void> {
    for (;;) {
      const { state, progress } = await this.service.task(taskId);
      const { done, failed, total } = progress;
      if (state !== 'PENDING' && state !== 'IN_PROGRESS') {
        if (done + failed === total && state !== 'CANCELED') return;
        this.state.run = newState('').run;
        store(this.command.file, this.state);
        throw new Advice(
          `Task ${taskId} is ${state} after ${done + failed} of ${total} rows; run the command again`,
        );
      }
      this.tell(done + failed);
      await pause(lookMs);
    }
  }

  private request<T>({ sent }: Batch): Promise<T> {
    const { kind, integrationId } = this.command;
    const name = `${this.state.run}-${this.state.rows}`;
    return this.service.send<T>(
      kind,
      sent.map(({ row }) => row),
      integrationId,
      name,
    );
  }

  private tell(more: number): void {
    if (!this.terminal.isTerminal) return;
    const rows = this.state.rows + more;
    const rate = Math.round(((rows - this.from) * 1000) / (performance.now() - this.startedAt));
    this.terminal.tell(`\r\x1b[K${rows} rows … ${rate} rows/s, ${this.state.counts['refused'] ?? 0} refused`);
  }
}

const nothing = (): Outcome => ({ refusals: [], counts: {} });
