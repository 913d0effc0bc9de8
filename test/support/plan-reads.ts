import { Client } from 'pg';
import type { TestApp } from './app';

/** What a statement does with one table. */
export interface Read {
  table: string;
  /** None where the table is read from its begin. */
  index: unknown;
  rows: number;
  /** What was found and was none that was looked for. */
  removed: number;
}

/** What a statement calls a table whose reading is asked about. */
const usualName = /^t(_\d+)?$/;

/** Of a statement as the service's own session carries it out in the environment; it is carried out. */
export async function readsOf(
  app: TestApp,
  environmentId: string,
  text: string,
  values: readonly unknown[],
  named = usualName,
): Promise<Read[]> {
  const { options } = app.serviceSource.options.extra as { options: string };
  const session = new Client({ connectionString: app.serviceUrl, options });
  await session.connect();
  try {
    await session.query(`select set_config('engine.environment', $1, false)`, [environmentId]);
    const { rows } = await session.query(`explain (analyze, format json) ${text}`, [...values]);
    return readsIn(rows, named);
  } finally {
    await session.end();
  }
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
