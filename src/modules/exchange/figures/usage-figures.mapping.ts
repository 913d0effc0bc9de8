import { EntitySchema } from 'typeorm';
import { keyed, uuid } from '#libs/persistence/mapping';

type Row = Record<string, unknown>;

const amount = { type: 'numeric' } as const;
const day = { type: 'date' } as const;
/** The feature of reports, the meter of events. */
const source = { environment_id: uuid(), source_uid: uuid() } as const;

/** What was used in a day, over all customers. Domain: access-and-events P6 */
export const usageDayMapping = new EntitySchema<Row>({
  name: 'usage_day',
  tableName: 'usage_day',
  columns: { ...keyed('usage_day', { ...source, day }), amount },
});

/** What a write has added to a day, until it is folded into it. ADR-0141 */
export const usageChangeMapping = new EntitySchema<Row>({
  name: 'usage_change',
  tableName: 'usage_change',
  columns: {
    ...keyed('usage_change', { environment_id: uuid(), uid: uuid() }),
    ...{ source_uid: uuid(), day, amount },
  },
});

/** What was in use when the books began, and the last day in which any of it happened. Of what began later there is none. */
export const usageOpeningMapping = new EntitySchema<Row>({
  name: 'usage_opening',
  tableName: 'usage_opening',
  columns: { ...keyed('usage_opening', source), day, level: amount },
});
