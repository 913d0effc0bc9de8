import { newKeySecret } from '#libs/credentials/key-secret';
import { createTestDatabase, execute, rowsOf, type TestDatabase } from '../support/database';
import {
  billMonthBefore,
  letFallDue,
  renewalBook,
  renewedOnce,
  sellLaterRenewals,
  sellTeams,
} from '../support/due-renewals';
import { grownTables, renewByThree, type RenewalCost } from '../support/renewal-cost';
import { scaled } from '../support/scenario-scale';
import { ServiceProcess } from '../support/service-process';

// Domain: contracts-billing

// A million subscriptions are seeded first.
jest.setTimeout(3_600_000);

const due = scaled(10_000, 300);
const all = scaled(1_000_000, 6000);

/** Of all tables that grow, for one invoice. */
const sumOf = ({ read }: RenewalCost, part: 'rows' | 'pages'): number =>
  read.reduce((sum, table) => sum + table[part], 0);

/** Figures that are judged by who reads them: time is not asserted. */
function tell(costs: readonly (readonly [subscriptions: number, cost: RenewalCost])[]): void {
  for (const [subscriptions, cost] of costs) {
    const tables = cost.read.map(
      ({ table, rows, pages }) => `${table} ${rows.toFixed(1)} and ${pages.toFixed(1)}`,
    );
    process.stdout.write(
      `${due} renewals among ${subscriptions} subscriptions by three processes: ` +
        `${cost.invoicesPerSecond.toFixed(0)} invoices/s, rows and pages for each: ${tables.join(', ')}\n`,
    );
  }
}

describe(`${due} renewals that are due among ${all} subscriptions`, () => {
  let alone: TestDatabase;
  let among: TestDatabase;
  const serverKey = newKeySecret('server-');

  beforeAll(async () => {
    alone = await createTestDatabase();
    const service = await ServiceProcess.start({ DATABASE_URL: alone.url, BOOTSTRAP_SERVER_KEY: serverKey });
    await sellTeams(service.api, alone.url, due);
    await service.kill();
    // Now that nobody is there who would renew them.
    await letFallDue(alone.url);
    await billMonthBefore(alone.url, due);
    among = await alone.copy();
    await sellLaterRenewals(among.url, { due, all });
    for (const { url } of [alone, among]) await execute(url, 'vacuum (analyze)', 'checkpoint');
  });
  afterAll(async () => {
    await Promise.all([alone?.drop(), among?.drop()]);
  });

  it('V8, V10: read no more for an invoice than alone, and bill each once', async () => {
    const aloneCost = await renewByThree(alone.url, serverKey, due);
    const amongCost = await renewByThree(among.url, serverKey, due);
    tell([
      [due, aloneCost],
      [all, amongCost],
    ]);

    for (const { url } of [alone, among]) expect(await rowsOf(url, renewalBook)).toEqual([renewedOnce(due)]);
    expect(amongCost.read.map(({ table, scans }) => ({ table, scans }))).toEqual(
      grownTables.map((table) => ({ table, scans: 0 })),
    );
    for (const part of ['rows', 'pages'] as const)
      expect(sumOf(amongCost, part)).toBeLessThan(1.5 * sumOf(aloneCost, part));
  });
});
