import { expectOk, type ApiClient } from './client';
import { rowsOf } from './database';
import { inParallel, untilAnswered, type Tally } from './reporting';
import type { ReceivedMessage } from './receiver';
import type { SeededRandom } from './seeded-random';

const clients = 8;

/** Customers that clients make and change, and what receivers of webhooks were told of them. */
export class WebhookRush {
  readonly tally: Tally = new Map();
  private readonly ids: readonly string[];

  constructor(
    count: number,
    private readonly random: SeededRandom,
  ) {
    this.ids = Array.from({ length: count }, (_, n) => `customer-${n}`);
  }

  /** Each is made, changed some times, and now and then asked for in vain; every request until it is answered for good. */
  async send(api: () => ApiClient): Promise<void> {
    await inParallel(clients, this.ids, async (id) => {
      await this.ask(api, 'POST', '/customers', { id, name: `${id} 0` }, `make-${id}`, 201);
      for (let change = this.random.whole(0, 3); change > 0; change--) {
        const path = `/customers/${id}`;
        await this.ask(api, 'PATCH', path, { name: `${id} ${change}` }, `change-${id}-${change}`, 200);
      }
      if (this.random.next() < 0.2)
        await this.ask(api, 'POST', '/customers', { id, name: 'again' }, `again-${id}`, 400);
    });
  }

  /** Every event at least once under one id, none of refused work, and the last state by the highest `entityVersion`. Domain: access-and-events W2, W3, W7 */
  async expectToldOf(
    received: readonly ReceivedMessage[],
    databaseUrl: string,
    api: ApiClient,
  ): Promise<void> {
    const events = await rowsOf<{ uid: string }>(
      databaseUrl,
      `select uid from outbox_event where type like 'customer.%'`,
    );
    const told = new Set(received.map(({ body }) => body.messageId));
    expect([...told].sort()).toEqual(events.map(({ uid }) => uid).sort());
    for (const { headers, body } of received) expect(headers['webhook-id']).toBe(body.messageId);
    const states = new Map<string, { version: number; customer: { id: string; name: string } }>();
    for (const { body } of received) {
      const customer = body.data['customer'] as { id: string; name: string };
      const version = body.entityVersion as number;
      const held = states.get(customer.id);
      if (!held || version > held.version) states.set(customer.id, { version, customer });
    }
    expect([...states.keys()].sort()).toEqual([...this.ids].sort());
    for (const [id, { customer }] of states)
      expect(customer.name).toBe(
        (await expectOk<{ name: string }>(api.rest('GET', `/customers/${id}`))).name,
      );
  }

  private async ask(
    api: () => ApiClient,
    method: 'POST' | 'PATCH',
    path: string,
    body: object,
    key: string,
    expected: number,
  ): Promise<void> {
    const headers = { 'idempotency-key': key };
    // That it is there already is an answer for good.
    const asked = async () => {
      const answer = await api().send(method, `/api/v1${path}`, body, headers);
      return answer.status === 409 ? { ...answer, status: 400 } : answer;
    };
    const answer = await untilAnswered(asked, this.tally);
    if (answer.status !== expected)
      throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`);
  }
}

/** Where nothing waits for a receiver any more. What a killed process had in hand is due at once, as if its minute were over. */
export async function drained(databaseUrl: string, hooks: readonly string[]): Promise<void> {
  const left = `update webhook_delivery set due_at = least(due_at, now() + interval '1 second')
                 where state = 'PENDING' and webhook_uid in (${hooks.map((id) => `'${id}'`).join(', ')}) returning uid`;
  for (const deadline = performance.now() + 180_000; (await rowsOf(databaseUrl, left)).length > 0;) {
    if (performance.now() > deadline) throw new Error('Messages wait for receivers that take them');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
