import { uidKey as key, type ExportModel, type ModelGroup, type RowKey } from './domain/export-model';

// One that was stored apart stands behind 256 signs, and none that a client may choose is as long. ADR-0144
const keyAsSent = `case when length(t.idempotency_key) > 255 then substr(t.idempotency_key, 257) else t.idempotency_key end`;

/** @reads usage_measurement of entitlements/metering */
const measurements: ExportModel = {
  id: 'usage_measurements',
  displayName: 'Reported usage',
  from: 'from usage_measurement t where t.environment_id = $1',
  key,
  columns: {
    customer_uid: 'uuid',
    resource_key: 'text',
    feature_uid: 'uuid',
    value: 'bigint',
    delta: 'bigint',
    update_behavior: 'text',
    occurred_at: 'timestamptz',
    recorded_at: 'timestamptz',
    usage_after: 'bigint',
    window_start: 'timestamptz',
    window_end: 'timestamptz',
    idempotency_key: { type: 'text', sql: keyAsSent },
    dimensions: 'jsonb',
  },
};

// Their days are kept apart, so they are read day by day. An instant of fixed length stands first in the text, so texts have the order of keys.
const eventKey: RowKey = {
  column: 'event_key',
  type: 'text',
  sql: `to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '/' || t.key::text`,
  order: 't.at, t.key',
  past: `(t.at, t.key) > (split_part($2, '/', 1)::timestamptz, split_part($2, '/', 2)::uuid)`,
  start: '0001-01-01T00:00:00.000Z/00000000-0000-0000-0000-000000000000',
};

/** @reads raw_event of entitlements/meters */
const events: ExportModel = {
  id: 'events',
  displayName: 'Raw events',
  from: 'from raw_event t where t.environment_id = $1',
  key: eventKey,
  columns: {
    at: 'timestamptz',
    told_at: 'timestamptz',
    received_at: 'timestamptz',
    customer_id: 'text',
    resource_id: 'text',
    name: 'text',
    idempotency_key: 'text',
    dimensions: 'jsonb',
  },
};

export const usageModels: ModelGroup = {
  id: 'usage',
  displayName: 'Usage',
  models: [measurements, events],
};
