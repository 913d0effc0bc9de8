import { EntitySchema } from 'typeorm';
import { keyed, text, uuid } from '#libs/persistence/mapping';

type Row = Record<string, unknown>;

const amount = { type: 'numeric' } as const;
const figure = { figure: text(), currency: text(), day: { type: 'date' } } as const;

/** What a day has of a figure. Domain: access-and-events P4 */
export const figureDayMapping = new EntitySchema<Row>({
  name: 'figure_day',
  tableName: 'figure_day',
  columns: { ...keyed('figure_day', { environment_id: uuid(), ...figure }), amount },
});

/** What a write has added to a day, until it is folded into it: so no write waits for another one of its day. ADR-0139 */
export const figureChangeMapping = new EntitySchema<Row>({
  name: 'figure_change',
  tableName: 'figure_change',
  columns: { ...keyed('figure_change', { environment_id: uuid(), uid: uuid() }), ...figure, amount },
});
