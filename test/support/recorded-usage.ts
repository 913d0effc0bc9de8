import type { Json } from './catalog';
import type { Fact, ToldEnvironment } from './told-facts';

interface Recorded {
  at: Date;
  told: Json;
}

const iso = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What each table of records keeps of usage, as a door would be told it, in the order in which it was recorded. */
const records: [path: string, field: string, text: string][] = [
  [
    ...(['/credits/consumption/async', 'consumptions'] as const),
    `select k.created_at as at, jsonb_strip_nulls(jsonb_build_object('customerId', w.customer_id, 'currencyId', w.currency_id,
            'resourceId', w.resource_id, 'amount', k.amount, 'createdAt', ${iso('k.occurred_at')},
            'idempotencyKey', k.idempotency_key, 'dimensions', k.dimensions)) as told
       from credit_consumption k join credit_wallet w on w.environment_id = $1 and w.uid = k.wallet_uid
      where k.environment_id = $1 order by k.uid`,
  ],
  [
    ...(['/usage', 'usages'] as const),
    // Where usage counts is not always the resource that was named.
    `select m.recorded_at as at, jsonb_strip_nulls(jsonb_build_object('customerId', c.id, 'featureId', f.id, 'resourceId', r.id,
            'value', m.value, 'updateBehavior', m.update_behavior, 'createdAt', ${iso('m.occurred_at')},
            'idempotencyKey', m.idempotency_key, 'dimensions', m.dimensions)) as told
       from usage_measurement m
       join customer c on c.environment_id = $1 and c.uid = m.customer_uid
       join feature f on f.environment_id = $1 and f.uid = m.feature_uid
       left join customer_resource r on r.environment_id = $1
                                    and r.uid::text = coalesce(m.named_resource_uid::text, m.resource_key)
      where m.environment_id = $1 order by m.uid`,
  ],
  [
    ...(['/events', 'events'] as const),
    // The bits of flags: 1 late, 4 without an instant, 512 no event.
    `select e.received_at as at, jsonb_strip_nulls(jsonb_build_object('customerId', e.customer_id, 'eventName', e.name,
            'resourceId', e.resource_id, 'idempotencyKey', e.idempotency_key, 'dimensions', e.dimensions,
            'timestamp', case when e.flags & 4 > 0 then null else ${iso('coalesce(e.told_at, e.at)')} end)) as told
       from raw_event e where e.environment_id = $1 and e.flags & 512 = 0 order by e.at, e.key`,
  ],
];

/** Usage of an environment from its tables alone: what was recorded of a customer at one instant was told together. */
export async function recordedUsage(environment: ToldEnvironment): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (const [path, field, text] of records) {
    const together = new Map<string, Recorded[]>();
    for (const record of await environment.ask<Recorded>(text)) {
      const key = `${record.at.toISOString()} ${String(record.told['customerId'])}`;
      together.set(key, [...(together.get(key) ?? []), record]);
    }
    for (const all of together.values()) {
      const [{ at, told }] = all as [Recorded];
      const body = { [field]: all.map((each) => each.told) };
      const customerId = String(told['customerId']);
      facts.push({ at: at.toISOString(), by: 'server', customerId, method: 'POST', path, body });
    }
  }
  return facts;
}
