import { EntitySchema } from 'typeorm';
import { text, uuid } from '#libs/persistence/mapping';

type Row = Record<string, unknown>;

const amount = { type: 'numeric' } as const;
const figure = { figure: text(), currency: text(), day: { type: 'date' } } as const;

const primary = (table: string, columns: Record<string, object>) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      { ...column, primary: true, primaryKeyConstraintName: `pk_${table}` },
    ]),
  );

/** What a day has of a figure. Domain: access-and-events P4 */
export const figureDayMapping = new EntitySchema<Row>({
  name: 'figure_day',
  tableName: 'figure_day',
  columns: { ...primary('figure_day', { environment_id: uuid(), ...figure }), amount },
});

/** What a write has added to a day, until it is folded into it: so no write waits for another one of its day. ADR-0139 */
export const figureChangeMapping = new EntitySchema<Row>({
  name: 'figure_change',
  tableName: 'figure_change',
  columns: { ...primary('figure_change', { environment_id: uuid(), uid: uuid() }), ...figure, amount },
});
