import { EntitySchema } from 'typeorm';
import { instant, keyed, text, uuid } from '#libs/persistence/mapping';

type Row = Record<string, unknown>;

/**
 * What needs attention now: an invoice for its payment, a wallet for its overdraft. Triggers keep it with the rows that it is about (the migration
 * `expand-attention`). Domain: access-and-events P5; ADR-0140
 */
export const attentionMapping = new EntitySchema<Row>({
  name: 'attention',
  tableName: 'attention',
  columns: {
    ...keyed('attention', { environment_id: uuid(), kind: text(), uid: uuid() }),
    // The payment that failed, or the overdraft.
    cause_uid: uuid(),
    since: instant(),
  },
  indices: [{ name: 'ix_attention_newest', columns: ['environment_id', 'kind', 'since', 'uid'] }],
});
