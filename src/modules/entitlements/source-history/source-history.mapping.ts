import { EntitySchema } from 'typeorm';
import { instant, integer, jsonb, keyed, text, uuid } from '#libs/persistence/mapping';

type Row = Record<string, unknown>;

/**
 * Every state of every source, from the instant on from which it was known. Written by a trigger on entitlement_snapshot, and never
 * changed. Domain: entitlements-usage Q15
 */
export const sourceStateMapping = new EntitySchema<Row>({
  name: 'entitlement_source_state',
  tableName: 'entitlement_source_state',
  columns: {
    ...keyed('entitlement_source_state', {
      environment_id: uuid(),
      customer_uid: uuid(),
      resource_key: text(),
      declared_at: instant(),
      // In its level's history: of two states of one instant, the later.
      place: integer(),
      source_key: text(),
    }),
    // Of the snapshot too, which an answer tells: it counts on where two changes are of one instant.
    updated_at: instant(),
    source_kind: text(),
    starts_at: instant(),
    ends_at: instant(true),
    // By feature uid. Null: withdrawn, and known no more.
    granted: jsonb(true),
  },
});

/** The same of customers and features, as far as an answer tells of them. Written by triggers on their tables. */
export const subjectStateMapping = new EntitySchema<Row>({
  name: 'entitlement_subject_state',
  tableName: 'entitlement_subject_state',
  columns: {
    ...keyed('entitlement_subject_state', {
      environment_id: uuid(),
      subject_uid: uuid(),
      known_at: instant(),
      place: integer(),
    }),
    id: text(),
    // Null: deleted.
    facts: jsonb(true),
  },
  indices: [{ name: 'ix_entitlement_subject_state_id', columns: ['environment_id', 'id', 'known_at'] }],
});

/** Of environments that are older than their history: before it nothing is known. */
export const historyStartMapping = new EntitySchema<Row>({
  name: 'entitlement_history_start',
  tableName: 'entitlement_history_start',
  columns: { ...keyed('entitlement_history_start', { environment_id: uuid() }), known_from: instant() },
});
