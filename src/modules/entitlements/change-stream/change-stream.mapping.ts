import { EntitySchema } from 'typeorm';
import { instant, jsonb, keyed, text, uuid } from '#libs/persistence/mapping';

const bigint = { type: 'bigint' } as const;

/** Of an environment that somebody listens to: how far its log reaches, and when it was wanted last. */
export const streamHeadMapping = new EntitySchema<Record<string, unknown>>({
  name: 'stream_head',
  tableName: 'stream_head',
  columns: {
    ...keyed('stream_head', { environment_id: uuid() }),
    position: bigint,
    wanted_at: instant(),
  },
});

/** What changed, in an order without gaps. ADR-0061 */
export const streamChangeMapping = new EntitySchema<Record<string, unknown>>({
  name: 'stream_change',
  tableName: 'stream_change',
  columns: {
    ...keyed('stream_change', { environment_id: uuid(), position: bigint }),
    kind: text(),
    customer_uid: uuid(true),
    resource_key: text(true),
    // Of what was used: a feature, or credits of a currency.
    feature_uid: uuid(true),
    detail: jsonb(true),
    version: bigint,
    numbered_at: instant(),
  },
  indices: [{ name: 'ix_stream_change_numbered_at', columns: ['numbered_at'] }],
});

/** One row: up to where all changes of the database have places. */
export const streamCursorMapping = new EntitySchema<Record<string, unknown>>({
  name: 'stream_cursor',
  tableName: 'stream_cursor',
  columns: {
    ...keyed('stream_cursor', { uid: uuid() }),
    epoch: text(),
    history: text(),
    next: bigint,
    running: { ...bigint, array: true },
    version: bigint,
    moved_at: instant(),
  },
});
