import { expectOk, type ApiClient } from './client';
import { execute } from './database';
import { multiplyFirstCustomer } from './many-subscriptions';
import { sellMetered } from './metered-customers';
import { reportOf } from './reporting';

/** What each of the customers `customer-1` and on has used of the first feature, all in the window before that of today. */
export interface SeededUsage {
  customers: number;
  reports: number;
  total: number;
  /** An instant in that window. */
  createdAt: string;
}

const dayMs = 86_400_000;
/** Of one customer's reports, by their number from 1 on. */
export const seededValue = (n: number): number => (n % 5) + 1;
export const seededKey = (n: number): string => `seed-${n}`;

/** In the schema of the last release, from which an upgrade begins. */
const furtherReports = (reports: number): string => `
  insert into usage_measurement (environment_id, uid, customer_uid, resource_key, feature_uid, value, delta, update_behavior,
         occurred_at, recorded_at, usage_after, window_start, window_end, idempotency_key, fingerprint)
  select t.environment_id, gen_random_uuid(), t.customer_uid, t.resource_key, t.feature_uid, s.value, s.value, 'DELTA',
         t.occurred_at + s.n * interval '1 second', t.recorded_at, t.value + s.told, t.window_start, t.window_end,
         'seed-' || s.n, t.fingerprint
    from usage_measurement t,
         (select n, n % 5 + 1 as value, sum(n % 5 + 1) over (order by n) as told from generate_series(2, ${reports}) n) s`;

/** As if all had been sold and reported one by one: it was for one customer and one report, the others are copies of them. */
export async function seedUsage(
  api: ApiClient,
  databaseUrl: string,
  { customers, reports, features }: { customers: number; reports: number; features: readonly string[] },
): Promise<SeededUsage> {
  await sellMetered(api, ['customer-1'], features);
  // Windows are years from the subscription on, and before it too; a report may be 90 days late.
  const createdAt = new Date(Date.now() - 60 * dayMs).toISOString();
  const first = reportOf('customer-1', seededValue(1), seededKey(1));
  await expectOk(api.send('POST', '/api/v1/usage', { usages: [{ ...first, createdAt }] }));
  await multiplyFirstCustomer(databaseUrl, customers);
  let total = 0;
  for (let n = 1; n <= reports; n++) total += seededValue(n);
  await execute(
    databaseUrl,
    furtherReports(reports),
    `update usage_counter set level = ${total}, last_event_at = last_event_at + ${reports} * interval '1 second'`,
    `update usage_window set total = ${total}`,
    'vacuum (analyze)',
  );
  return { customers, reports, total, createdAt };
}
