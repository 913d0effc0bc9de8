import { createFeature, createProduct, publishPlan, type Json } from './catalog';
import type { ApiClient, RestAnswer } from './client';
import { creditCustomer, giveCredits, grantBody } from './credits';
import { rowsOf } from './database';
import { meterOf } from './metered-features';
import { meteredFeature, sellMetered } from './metered-customers';
import { reportOf } from './reporting';

/** A write that may be sent again under its key: by the key in its body, or by an Idempotency-Key. */
interface KeyedWrite {
  path: string;
  body(key: string, customerId: string): Json;
  isUnderHeader?: true;
  /** A row with the `key` for each effect that is stored. */
  stored: string;
}

const entriesOf = (type: string): string => `select entity_id as key from activity where type = '${type}'`;

export const keyedWrites = {
  report: {
    path: '/usage',
    body: (key, customerId) => ({ usages: [reportOf(customerId, 1, key)] }),
    stored: 'select idempotency_key as key from usage_measurement',
  },
  event: {
    path: '/events',
    body: (idempotencyKey, customerId) => ({ events: [{ customerId, eventName: 'call', idempotencyKey }] }),
    stored: 'select idempotency_key as key from raw_event',
  },
  consumption: {
    path: '/credits/consumption',
    body: (idempotencyKey, customerId) => ({ customerId, currencyId: 'tokens', amount: 1, idempotencyKey }),
    stored: `select c.idempotency_key as key from credit_consumption c join credit_ledger_entry l
                 on (l.environment_id, l.event_id) = (c.environment_id, c.uid::text) and l.event_type = 'CREDITS_CONSUMED'`,
  },
  grant: {
    path: '/credits/grants',
    body: (displayName, customerId) => grantBody({ customerId, displayName, amount: 5 }),
    isUnderHeader: true,
    stored: 'select display_name as key from credit_grant',
  },
  customer: {
    path: '/customers',
    body: (id) => ({ id, name: `Name of ${id}` }),
    isUnderHeader: true,
    stored: entriesOf('customer.created'),
  },
  subscription: {
    path: '/subscriptions',
    body: (id, customerId) => ({ id, customerId, planId: 'room', resourceId: id }),
    isUnderHeader: true,
    stored: entriesOf('subscription.created'),
  },
} as const satisfies Record<string, KeyedWrite>;

export type WriteKind = keyof typeof keyedWrites;
export const writeKinds = Object.keys(keyedWrites) as WriteKind[];

export interface Intent {
  kind: WriteKind;
  key: string;
  customerId: string;
}

/** What all kinds of writes need: a plan with a metered feature and one that events count for, a plan by the room, and credits. */
export async function sellForWrites(api: ApiClient, customers: readonly string[]): Promise<void> {
  await createFeature(api, 'calls', 'metered', { meter: meterOf('COUNT') });
  await sellMetered(api, customers, [meteredFeature]);
  await createProduct(api, 'rooms', { multipleSubscriptions: true });
  await publishPlan(api, { id: 'room', productId: 'rooms' });
  await creditCustomer(api);
  for (const customerId of customers) await giveCredits(api, { customerId, amount: 10_000_000 });
}

export function sendWrite(api: ApiClient, { kind, key, customerId }: Intent): Promise<RestAnswer> {
  const { path, body, ...write }: KeyedWrite = keyedWrites[kind];
  const headers: Record<string, string> = write.isUnderHeader ? { 'idempotency-key': key } : {};
  return api.send('POST', `/api/v1${path}`, body(key, customerId), headers);
}

const inTurn = <T>(of: readonly T[], n: number): T => of[n % of.length] as T;

/** What was meant, and what of it was acknowledged, to be held against what is stored. */
export class WriteBook {
  private readonly intents = new Map<string, Intent>();
  private readonly acknowledged = new Set<string>();

  /** @param name of the keys, apart from those of other books */
  constructor(
    private readonly name: string,
    private readonly customers: readonly string[],
  ) {}

  get size(): number {
    return this.intents.size;
  }

  /** The kinds in turn, where none is said. */
  next(chosen?: WriteKind): Intent {
    const n = this.intents.size;
    const kind = chosen ?? inTurn(writeKinds, n);
    const customerId = inTurn(this.customers, n);
    const intent = { kind, key: `${this.name}-${kind}-${n}`, customerId };
    this.intents.set(intent.key, intent);
    return intent;
  }

  acknowledge({ key }: Intent): void {
    this.acknowledged.add(key);
  }

  /** Acknowledged and not there, there more than once, or there of nobody's intent. */
  async differences(databaseUrl: string): Promise<string[]> {
    const found: string[] = [];
    for (const kind of writeKinds) {
      const stored = await this.storedOf(databaseUrl, kind);
      for (const [key, times] of stored) {
        if (times > 1) found.push(`${times} times: ${key}`);
        if (!this.intents.has(key)) found.push(`of nobody: ${key}`);
      }
      const lost = [...this.acknowledged].filter(
        (key) => this.intents.get(key)?.kind === kind && !stored.has(key),
      );
      found.push(...lost.map((key) => `lost: ${key}`));
    }
    return found;
  }

  /** How often each of its keys is there. */
  private async storedOf(databaseUrl: string, kind: WriteKind): Promise<Map<string, number>> {
    const stored = new Map<string, number>();
    for (const { key } of await rowsOf<{ key: string }>(databaseUrl, keyedWrites[kind].stored))
      if (key.startsWith(`${this.name}-`)) stored.set(key, (stored.get(key) ?? 0) + 1);
    return stored;
  }
}
