import { EntitySchema } from 'typeorm';
import { instant, jsonb, keyed, text, uuid } from '#libs/persistence/mapping';

type Row = Record<string, unknown>;

const bigint = { type: 'bigint' } as const;
const counterKey = {
  environment_id: uuid(),
  customer_uid: uuid(),
  resource_key: text(),
  feature_uid: uuid(),
};
const counterColumns = Object.keys(counterKey);

const reference = (table: string, column: 'customer_uid' | 'feature_uid', target: string) => ({
  name: `fk_${table}_${target.toLowerCase()}`,
  target,
  columnNames: ['environment_id', column],
  referencedColumnNames: ['environmentId', 'uid'],
});

/** One row per counter: its level, its rules, and the revision against which every write holds it. */
export const usageCounterMapping = new EntitySchema<Row>({
  name: 'usage_counter',
  tableName: 'usage_counter',
  columns: {
    ...keyed('usage_counter', counterKey),
    level: bigint,
    last_set_at: instant(true),
    last_event_at: instant(true),
    rules: jsonb(),
    updated_at: instant(),
    // Null until this release has written the row; see the trigger in expand-usage-revisions.
    revision: uuid(true),
  },
  foreignKeys: [
    reference('usage_counter', 'customer_uid', 'Customer'),
    reference('usage_counter', 'feature_uid', 'Feature'),
  ],
});

/** Totals per window, keyed by its start: nothing ever resets them. Domain: entitlements-usage W10 */
export const usageWindowMapping = new EntitySchema<Row>({
  name: 'usage_window',
  tableName: 'usage_window',
  columns: {
    ...keyed('usage_window', { ...counterKey, window_start: instant(), window_end: instant() }),
    total: bigint,
    told_threshold: { type: 'smallint', default: 0 },
  },
});

/** What was used of the budget of a source in its running period, beside the counters of its level. Domain: customers-subscriptions O3 */
export const usageSpendMapping = new EntitySchema<Row>({
  name: 'usage_spend',
  tableName: 'usage_spend',
  columns: {
    ...keyed('usage_spend', {
      environment_id: uuid(),
      customer_uid: uuid(),
      resource_key: text(),
      place: { type: 'smallint' },
    }),
    source_key: text(),
    period_start: instant(true),
    // Reported units by feature.
    used: jsonb(),
    told_start: instant(true),
    is_reached: { type: 'boolean' },
  },
});

/** Every counted report: the facts from which all totals can be counted again. */
export const usageMeasurementMapping = new EntitySchema<Row>({
  name: 'usage_measurement',
  tableName: 'usage_measurement',
  columns: {
    ...keyed('usage_measurement', { environment_id: uuid(), uid: uuid() }),
    customer_uid: uuid(),
    resource_key: text(),
    feature_uid: uuid(),
    value: bigint,
    delta: bigint,
    update_behavior: text(),
    occurred_at: instant(),
    recorded_at: instant(),
    usage_after: bigint,
    window_start: instant(true),
    window_end: instant(true),
    idempotency_key: text(true),
    // Of the last release; a migration of the next takes it away.
    fingerprint: text(true),
    dimensions: jsonb(true),
    // Where it is not the one that counts, and of a key that came with none; reports of the last release do not tell it. ADR-0144
    named_resource_uid: uuid(true),
  },
  indices: [
    // With what is summed, so that a sum reads no measurement. Domain: entitlements-usage A19
    { name: 'ix_usage_measurement_history', columns: [...counterColumns, 'occurred_at', 'delta'] },
    {
      name: 'uq_usage_measurement_key',
      columns: [...counterColumns, 'idempotency_key'],
      unique: true,
      where: 'idempotency_key IS NOT NULL',
    },
  ],
});
