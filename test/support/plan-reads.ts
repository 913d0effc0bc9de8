import { escapeLiteral } from 'pg';
import { Database } from '#libs/persistence/database';
import type { TestApp } from './app';
import { asService } from './service-session';

/** What a statement does with one table. */
export interface Read {
  table: string;
  /** None where the table is read from its begin. */
  index: unknown;
  rows: number;
  /** What was found and was none that was looked for. */
  removed: number;
}

const usualName = /^t(_\d+)?$/;

/** After as many PostgreSQL settles whether it plans a statement for its values each time, or once for any. */
const timesBefore = 6;

/**
 * Of a statement as the service's own session carries it out in the environment when it is asked again and again; it is carried out.
 * @param named what the statement calls the tables whose reading is asked about
 */
export const readsOf = (
  app: TestApp,
  environmentId: string,
  text: string,
  values: readonly unknown[],
  named = usualName,
): Promise<Read[]> =>
  asService(app, environmentId, async (session) => {
    await session.query(`prepare told as ${text}`);
    const told = `execute told(${values.map(literal).join()})`;
    for (let time = 0; time < timesBefore; time++) await session.query(told);
    const { rows } = await session.query(`explain (analyze, format json) ${told}`);
    return readsIn(rows, named);
  });

export interface Asked {
  text: string;
  values: unknown[];
}

/** What the service asks of its database in this work. */
export async function statementsOf(app: TestApp, work: () => Promise<unknown>): Promise<Asked[]> {
  const spy = jest.spyOn(app.nest.get(Database), 'query');
  try {
    await work();
    return spy.mock.calls.map(([text, values = []]) => ({ text, values }));
  } finally {
    spy.mockRestore();
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return escapeLiteral(`{${value.map((each) => JSON.stringify(each)).join()}}`);
  if (typeof value === 'number') return String(value);
  return escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}

function readsIn(plan: unknown, named: RegExp): Read[] {
  if (typeof plan !== 'object' || plan === null) return [];
  const inner = Object.values(plan).flatMap((each) => readsIn(each, named));
  const told = plan as Record<string, unknown>;
  if (!named.test(String(told['Alias'])) || told['Relation Name'] === undefined) return inner;
  const loops = Number(told['Actual Loops']);
  const removed = Number(told['Rows Removed by Filter'] ?? 0) * loops;
  const table = String(told['Relation Name']);
  return [{ table, index: told['Index Name'], rows: Number(told['Actual Rows']) * loops, removed }, ...inner];
}
