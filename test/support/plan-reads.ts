import { Client, escapeLiteral } from 'pg';
import type { TestApp } from './app';

/** What a statement does with one table that it calls t. */
export interface Read {
  /** None where the table is read from its begin. */
  index: unknown;
  rows: number;
  /** What was found and was none that was looked for. */
  removed: number;
}

/**
 * Of a statement as the service's own session carries it out in the environment; it is carried out. Planned for any values, as PostgreSQL does
 * with what it is asked again and again.
 */
export async function readsOf(
  app: TestApp,
  environmentId: string,
  text: string,
  values: readonly unknown[],
): Promise<Read[]> {
  const { options } = app.serviceSource.options.extra as { options: string };
  const session = new Client({ connectionString: app.serviceUrl, options });
  await session.connect();
  try {
    await session.query(`select set_config('engine.environment', $1, false)`, [environmentId]);
    await session.query(`set plan_cache_mode = force_generic_plan`);
    await session.query(`prepare told as ${text}`);
    const { rows } = await session.query(
      `explain (analyze, format json) execute told(${values.map(literal).join()})`,
    );
    return readsIn(rows);
  } finally {
    await session.end();
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `array[${value.map(literal).join()}]`;
  return typeof value === 'number' ? String(value) : escapeLiteral(String(value));
}

function readsIn(plan: unknown): Read[] {
  if (typeof plan !== 'object' || plan === null) return [];
  const inner = Object.values(plan).flatMap(readsIn);
  const told = plan as Record<string, unknown>;
  if (!/^t(_\d+)?$/.test(String(told['Alias'])) || told['Relation Name'] === undefined) return inner;
  const loops = Number(told['Actual Loops']);
  const removed = Number(told['Rows Removed by Filter'] ?? 0) * loops;
  return [{ index: told['Index Name'], rows: Number(told['Actual Rows']) * loops, removed }, ...inner];
}
