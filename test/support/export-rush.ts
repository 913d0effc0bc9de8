import type { ApiClient } from './client';
import { rowsOf } from './database';
import type { ToldManifest } from './data-export';
import { untilAnswered } from './reporting';
import type { SeededRandom } from './seeded-random';

const clients = 6;

/** Customers that clients make and change without a pause, while what is stored is exported. */
export class ExportRush {
  private made = 0;
  private isOver = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly api: () => ApiClient,
    private readonly random: SeededRandom,
  ) {}

  /** Requests that were answered for good. */
  get changes(): number {
    return this.made;
  }

  begin(): void {
    this.running = Promise.all(Array.from({ length: clients }, (_, client) => this.work(client)));
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async work(client: number): Promise<void> {
    const ids: string[] = [];
    for (let turn = 0; !this.isOver; turn++) {
      const changed = this.random.next() < 0.5 ? ids[this.random.whole(0, ids.length - 1)] : undefined;
      const id = changed ?? `rush-${client}-${ids.length}`;
      const name = `=name ${this.made}, "${this.random.whole(0, 1000)}"\n`;
      // Made before the kill, and told nobody: the same request is answered once more.
      const headers = { 'idempotency-key': `${client}-${turn}` };
      const [method, path, body] =
        changed === undefined
          ? (['POST', '/api/v1/customers', { id, name }] as const)
          : (['PATCH', `/api/v1/customers/${id}`, { name }] as const);
      const { status } = await untilAnswered(() => this.api().send(method, path, body, headers));
      expect([200, 201]).toContain(status);
      if (changed === undefined) ids.push(id);
      this.made += 1;
    }
  }
}

interface Row {
  [column: string]: string | null;
}

/**
 * That rows are those of one instant, told by the rows alone: each change of a customer stands in the activity log, in the commit of the change. So as
 * each customer is told, the last entry about it tells it; and the log has no gap up to the head that the manifest names.
 */
export function expectOneInstant(
  { heads, models }: ToldManifest,
  customers: readonly Record<string, unknown>[],
  activity: readonly Record<string, unknown>[],
): void {
  expect(customers.length).toBe(models['customers']?.rows);
  expect(activity.length).toBe(models['activity']?.rows);
  const entries = [...activity].sort((a, b) => Number(a['seq']) - Number(b['seq']));
  expect(entries.map(({ seq }) => Number(seq))).toEqual(entries.map((_, at) => at + 1));
  expect(heads.activity).toEqual({ seq: entries.length, hash: entries.at(-1)?.['hash'] });
  const last = new Map<string, unknown>();
  for (const { entity_type: type, entity_id: id, after } of entries)
    if (type === 'CUSTOMER' && (after as Row | null)?.['name'] !== undefined)
      last.set(String(id), (after as Row)['name']);
  expect(new Map(customers.map(({ id, name }) => [String(id), name]))).toEqual(last);
}

/** All rows of an environment, as PostgreSQL tells them now. */
export const storedCustomers = (url: string): Promise<{ uid: string; name: string | null }[]> =>
  rowsOf(url, 'select uid, name from customer order by uid');
