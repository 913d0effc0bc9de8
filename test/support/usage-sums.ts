import { rowsOf } from './database';
import { meteredFeature } from './metered-customers';
import type { Report } from './reporting';
import type { SeededUsage } from './seeded-usage';

interface Sum {
  /** Of the window before that of today. */
  past: number;
  present: number;
  /** Acknowledged, each once. */
  reports: number;
}

// One line a counter: its level, its windows by age, the sum and the number of its measurements.
const stored = `
  select concat_ws(' ', c.id, f.id, u.level, w.totals, m.sum, m.reports) as told
    from usage_counter u
    join customer c on c.environment_id = u.environment_id and c.uid = u.customer_uid
    join feature f on f.environment_id = u.environment_id and f.uid = u.feature_uid
    left join (select customer_uid, feature_uid, string_agg(total::text, '+' order by window_start) as totals
                 from usage_window group by 1, 2) w using (customer_uid, feature_uid)
    left join (select customer_uid, feature_uid, sum(delta) as sum, count(*) as reports
                 from usage_measurement group by 1, 2) m using (customer_uid, feature_uid)`;

/** What the clients themselves have added up, to be held against counters, windows and measurements. */
export class UsageSums {
  private readonly sums = new Map<string, Sum>();

  constructor({ customers, reports, total }: SeededUsage) {
    for (let n = 1; n <= customers; n++) {
      this.sums.set(`customer-${n} ${meteredFeature}`, { past: total, present: 0, reports });
    }
  }

  /** An acknowledged report; one with an instant is of the window before. */
  add(report: Report & { createdAt?: string }): void {
    const sum = this.of(report);
    if (report.createdAt === undefined) sum.present += report.value;
    else sum.past += report.value;
    sum.reports++;
  }

  set(report: Report): void {
    const sum = this.of(report);
    sum.present = report.value;
    sum.reports++;
  }

  /** Of the window of today. */
  presentOf(customerId: string): number {
    return this.sums.get(`${customerId} ${meteredFeature}`)?.present ?? 0;
  }

  /** Counters that are not as their reports make them: as they are, and as they should be. */
  async differences(databaseUrl: string): Promise<string[]> {
    const rows = await rowsOf<{ told: string }>(databaseUrl, stored);
    const found = new Set(rows.map(({ told }) => told));
    const wanted = new Set([...this.sums].map(lineOf));
    const only = (some: Set<string>, others: Set<string>, what: string): string[] =>
      [...some].filter((line) => !others.has(line)).map((line) => `${what}: ${line}`);
    return [...only(found, wanted, 'stored'), ...only(wanted, found, 'reported')].sort();
  }

  private of({ customerId, featureId }: Report): Sum {
    const name = `${customerId} ${featureId}`;
    const sum = this.sums.get(name) ?? { past: 0, present: 0, reports: 0 };
    this.sums.set(name, sum);
    return sum;
  }
}

function lineOf([name, { past, present, reports }]: [string, Sum]): string {
  const windows = [past, present].filter((total) => total > 0).join('+');
  return `${name} ${past + present} ${windows} ${past + present} ${reports}`;
}
