import { EntitySchema, type EntitySchemaColumnOptions, type EntitySchemaIndexOptions } from 'typeorm';
import { bool, instant, integer, jsonb, keyed, text, uuid } from '#libs/persistence/mapping';

type Row = Record<string, unknown>;
type Columns = Record<string, EntitySchemaColumnOptions>;

const bigint = { type: 'bigint' } as const;
const smallint = { type: 'smallint' } as const;
/** As many digits as it takes: sums of events are exact. */
const numeric = (nullable = false) => ({ type: 'numeric', nullable }) as const;
const uuids = { type: 'uuid', array: true, nullable: true } as const;

const table = (name: string, key: Columns, columns: Columns, indices: EntitySchemaIndexOptions[] = []) => {
  const all = { ...keyed(name, key), ...columns };
  return new EntitySchema<Row>({ name, tableName: name, columns: all, indices });
};

const tenant = { environment_id: uuid() };
const counter = { ...tenant, customer_uid: uuid(), resource_key: text() };
const tally = { n: bigint, total: numeric(), low: numeric(true), high: numeric(true) };

/** Every meter that a feature had, written by a trigger on the feature: another definition is another meter. Domain: entitlements-usage A14 */
export const meterMapping = table(
  'meter',
  { ...tenant, uid: uuid() },
  {
    feature_uid: uuid(),
    // By which it is called, or was until it was deleted.
    feature_id: text(),
    definition: jsonb(),
    since: instant(),
    until: instant(true),
  },
  [
    {
      name: 'uq_meter_in_force',
      columns: ['environment_id', 'feature_uid'],
      unique: true,
      where: 'until IS NULL',
    },
  ],
);

/** Every event, once, by day. Domain: entitlements-usage A15 */
export const rawEventMapping = table(
  'raw_event',
  { ...tenant, at: instant(), key: uuid() },
  {
    received_at: instant(),
    // As it was told, where it does not count then.
    told_at: instant(true),
    customer_id: text(),
    resource_id: text(true),
    name: text(),
    idempotency_key: text(),
    dimensions: jsonb(true),
    flags: integer(),
    // The meters that count it: for the customer, and for the resource that it names.
    fed: uuids,
    fed_resource: uuids,
  },
  [{ name: 'ix_raw_event_customer', columns: ['environment_id', 'customer_id', 'at'] }],
);

/** Events that are kept at their arrival, which another one has each time. Domain: entitlements-usage A11 */
export const eventOnceMapping = table('event_once', { ...tenant, generation: smallint, key: uuid() }, {});

/** One row per counter: the window in force, which is the sum of its buckets. Every count of the counter writes it. */
export const meterCounterMapping = table(
  'meter_counter',
  { ...counter, feature_uid: uuid() },
  {
    meter_uid: uuid(),
    window_start: instant(),
    window_end: instant(),
    ...tally,
    told_threshold: smallint,
    told_before: jsonb(),
    last_event_at: instant(true),
    revision: uuid(),
  },
);

/** What was counted in one day, cut by the window that was in force then. */
export const meterBucketMapping = table(
  'meter_bucket',
  { ...counter, meter_uid: uuid(), starts: instant(), ends: instant() },
  tally,
);

/** Values that a UNIQUE meter has met in a window. */
export const meterValueMapping = table(
  'meter_value',
  { ...counter, meter_uid: uuid(), window_start: instant(), window_end: instant(), value: uuid() },
  // Taken over by a window from another one that met it before; null where the window met it itself. ADR-0141
  { first_at: instant(), is_carried: bool(true) },
);
