import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { bool, instant, jsonb, keyed, text, uuid } from './mapping';

type Row = Record<string, unknown>;

const record = (
  tableName: string,
  key: Record<string, EntitySchemaColumnOptions>,
  rest: Record<string, EntitySchemaColumnOptions>,
  indices: { name: string; columns: string[] }[] = [],
): EntitySchema<Row> => {
  const columns = { ...keyed(tableName, key), ...rest };
  return new EntitySchema<Row>({ name: tableName, tableName, columns, indices });
};

// As text, so that a replayed answer has its members in the order of the first.
const toldAs = { type: 'json', nullable: true } as const;

// With a default, so that the last release may still write rows beside this one.
const notUnlessSaid = { ...bool(), default: false };
const noneUnlessSaid = { ...jsonb(), default: [] };

const bigint = { type: 'bigint' } as const;

/** Tables of the kernel itself. They are written by statements; the mapping keeps the drift test complete. */
export const kernelMappings = [
  record(
    'idempotent_answer',
    { environment_id: uuid(), door: text(), operation: text(), key: text() },
    {
      fingerprint: text(),
      answer: toldAs,
      was_there: notUnlessSaid,
      permissions: noneUnlessSaid,
      created_at: instant(),
    },
    [{ name: 'ix_idempotent_answer_created_at', columns: ['created_at'] }],
  ),
  record(
    'deleted_place',
    { environment_id: uuid(), list: text(), cursor: text() },
    { uid: uuid(), deleted_at: instant() },
    [{ name: 'ix_deleted_place_deleted_at', columns: ['deleted_at'] }],
  ),
  record(
    'outbox_event',
    { environment_id: uuid(), uid: uuid() },
    {
      type: text(),
      entity_type: text(),
      entity_id: text(),
      actor: text(),
      payload: jsonb(),
      occurred_at: instant(),
      entity_version: { ...bigint, nullable: true },
    },
    [{ name: 'ix_outbox_event_occurred_at', columns: ['occurred_at'] }],
  ),
  record(
    'event_delivery',
    { environment_id: uuid(), event_uid: uuid(), handler: text() },
    { delivered_at: instant() },
  ),
  record('awaited_delivery', { environment_id: uuid(), event_uid: uuid() }, { due_at: instant() }, [
    { name: 'ix_awaited_delivery_due', columns: ['due_at', 'event_uid'] },
  ]),
  record('event_audience', { environment_id: uuid() }, { patterns: { ...text(), array: true } }),
  // Of the cell, not of a tenant: what processes tell each other. ADR-0054
  record('engine_cell', { uid: uuid() }, { forget_below: bigint, ended_below: bigint, noted_at: instant() }),
  record(
    'engine_member',
    { uid: uuid() },
    { beat: bigint, seen_at: instant(), clock_version: { ...bigint, nullable: true } },
  ),
  record(
    'engine_change',
    { xid: bigint, uid: uuid() },
    {
      environment_id: uuid(),
      subjects: { ...uuid(true), array: true },
      revision: uuid(true),
      topic: text(true),
      by_member: bool(),
      about: jsonb(true),
    },
  ),
];
