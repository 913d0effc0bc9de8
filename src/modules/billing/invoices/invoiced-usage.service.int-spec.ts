import { setTimeout as pause } from 'node:timers/promises';
import { Decimal } from '#libs/kernel/decimal';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import type { TestEnvironment } from '../../../../test/support/environments';
import { priceUsage, runBilling, schedule, within } from '../../../../test/support/invoices';
import { createBuyers, createIssuer } from '../../../../test/support/issuers';
import { line, usageLine } from '../../../../test/support/invoice-lines';
import { InvoiceFinalization } from './finalization.service';

// Domain: entitlements-usage

interface Row {
  month: string;
  corrected: string | null;
  total: string;
}

describe('usage that comes after its invoice was sent', () => {
  let app: TestApp;
  let place: TestEnvironment;
  /** Of each month, at 1.00. */
  let usage: Record<string, number>;
  let asked: string[];

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.clock.travelTo('2026-03-04T00:00:00.000Z');
    place = await app.newEnvironment();
    await createBuyers(place.api, 'acorn');
    await createIssuer(place.api, 'acme');
    usage = {};
    asked = [];
    priceUsage(
      app,
      ({ lines }) => new Map(lines.map(({ uid, periodStart }) => [uid, priced(monthOf(periodStart))])),
    );
  });

  const monthOf = (at: Date): string => at.toISOString().slice(0, 7);
  const priced = (month: string) => {
    asked.push(month);
    const quantity = new Decimal(usage[month] ?? 0);
    const [discount, tax] = [new Decimal(0), new Decimal(0)];
    return { quantity, unitPrice: new Decimal(1), subTotal: quantity, discount, tax, total: quantity };
  };
  const month = (number: number) => {
    const [periodStart, periodEnd] = [Date.UTC(2026, number - 1, 1), Date.UTC(2026, number, 0)].map(
      (at) => new Date(at),
    ) as [Date, Date];
    return { paymentTime: 'IN_ARREARS', periodStart, periodEnd } as const;
  };
  const usageOf = (number: number) => ({ ...month(number), lines: [usageLine(month(number))] });
  const fee = (number: number, amount: number) => ({
    ...month(number),
    sequence: 1,
    lines: [line({ ...month(number), quantity: new Decimal(amount), unitPrice: new Decimal(1) })],
  });

  /** The lines of what was sent, by the month of the invoice and that of the period which it corrects. */
  const sent = async (): Promise<string[]> => {
    const rows = await app.dataSource.query<Row[]>(
      `select to_char(i.period_start at time zone 'utc', 'MM') as month, l.total::text,
              case when l.corrects is not null then to_char(l.period_start at time zone 'utc', 'MM') end as corrected
         from invoice i join invoice_line l on l.invoice_uid = i.uid
        where i.environment_id = $1 and i.state <> 'DRAFT' order by i.period_start, i.contract_id, i.sequence, l.position`,
      [place.environmentId],
    );
    return rows.map(({ month, total, corrected }) => {
      const amount = new Decimal(total).toString();
      return corrected === null ? `${month}: ${amount}` : `${month} of ${corrected}: ${amount}`;
    });
  };
  const drafts = async (): Promise<string[]> => {
    const text = `select uid from invoice where environment_id = $1 and state = 'DRAFT' order by issue_date, sequence`;
    return (await app.dataSource.query<{ uid: string }[]>(text, [place.environmentId])).map(({ uid }) => uid);
  };
  const billAt = async (text: string): Promise<void> => {
    app.clock.travelTo(`${text}T02:00:00.000Z`);
    await runBilling(app);
  };

  it('A13: the next invoice of the contract bills it, once, and gives back what was too much', async () => {
    await schedule(app, place, [usageOf(3), usageOf(4), usageOf(5), usageOf(6)]);
    usage = { '2026-03': 100, '2026-04': 10 };
    await billAt('2026-04-01');
    usage['2026-03'] = 600;
    await billAt('2026-05-01');
    usage = { '2026-03': 590, '2026-04': 17, '2026-05': 50 };
    await billAt('2026-06-01');
    await billAt('2026-07-01');
    expect(await sent()).toEqual([
      '03: 100',
      ...['04: 10', '04 of 03: 500'],
      ...['05: 50', '05 of 04: 7', '05 of 03: -10'],
      '06: 0',
    ]);
  });

  it('A13: an invoice without usage of its own bears it too, and only one of the same contract', async () => {
    await schedule(app, place, [usageOf(3), fee(4, 30), { ...fee(4, 30), contractId: 'other' }]);
    await billAt('2026-04-01');
    usage['2026-03'] = 5;
    await billAt('2026-05-01');
    expect(await sent()).toEqual(['03: 0', '04: 30', '04 of 03: 5', '04: 30']);
  });

  it('A13: no invoice falls below 0: what it does not bear waits, however old it is by then', async () => {
    const later = [5, 6, 7, 8, 9, 10].map((number) => fee(number, 30));
    await schedule(app, place, [usageOf(3), fee(4, 30), ...later]);
    usage['2026-03'] = 200;
    await billAt('2026-04-01');
    usage['2026-03'] = 15;
    for (const number of [5, 6, 7, 8, 9, 10, 11]) await billAt(`2026-${String(number).padStart(2, '0')}-01`);
    const full = ['04', '05', '06', '07', '08', '09'].flatMap((each) => [
      `${each}: 30`,
      `${each} of 03: -30`,
    ]);
    expect(await sent()).toEqual(['03: 200', ...full, '10: 30', '10 of 03: -5']);
  });

  it('A13: periods are looked at while a report of them may still come, and no longer', async () => {
    await schedule(app, place, [3, 4, 5, 6, 7, 8].map(usageOf));
    for (const number of [4, 5, 6, 7, 8]) await billAt(`2026-0${number}-01`);
    asked = [];
    await billAt('2026-09-01');
    // 91 days before the 1st of August, when the last one was sent.
    expect(asked.sort()).toEqual(['2026-05', '2026-06', '2026-07', '2026-08']);
  });

  it('A13: of two invoices that are finalized at once, one bears it', async () => {
    await schedule(app, place, [usageOf(3), fee(4, 30), { ...fee(4, 40), sequence: 2 }]);
    await billAt('2026-04-01');
    usage['2026-03'] = 5;
    const [first, second] = await drafts();
    const finalize = (uid = '') => app.nest.get(InvoiceFinalization).finalize([uid], app.clock.now());
    const [isFinalized, mayCommit] = [signal(), signal()];
    const one = within(app, place, async () => {
      await finalize(first);
      isFinalized.give();
      await mayCommit.given;
    });
    await isFinalized.given;
    const other = within(app, place, () => finalize(second));
    await waitingFor('invoice_line');
    mayCommit.give();
    await one;
    expect(await other).toBe(1);
    expect(await sent()).toEqual(['03: 0', '04: 30', '04 of 03: 5', '04: 40']);
  });

  function signal(): { given: Promise<void>; give: () => void } {
    let give = (): void => undefined;
    const given = new Promise<void>((resolve) => (give = resolve));
    return { given, give };
  }

  /** Until another transaction waits for one that holds rows. */
  async function waitingFor(table: string): Promise<void> {
    const text = `select from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock' and query like '%' || $1 || '%'`;
    while ((await app.dataSource.query<unknown[]>(text, [table])).length === 0) await pause(10);
  }

  it('A13: the database itself refuses to count one correction twice', async () => {
    await schedule(app, place, [usageOf(3), fee(4, 30)]);
    await billAt('2026-04-01');
    usage['2026-03'] = 5;
    await billAt('2026-05-01');
    await schedule(app, place, [fee(5, 1)]);
    const [draft] = await drafts();
    const copied = `insert into invoice_line select (jsonb_populate_record(l, $1)).* from invoice_line l
                     where l.environment_id = $2 and l.corrects is not null`;
    const copy = { uid: draft, invoice_uid: draft, position: 9 };
    const inserted = app.dataSource.query(copied, [JSON.stringify(copy), place.environmentId]);
    await expect(inserted).rejects.toThrow(/uq_invoice_line_correction/);
  });

  it('A13: what is committed while an invoice is finalized is in the next one', async () => {
    await schedule(app, place, [usageOf(3), usageOf(4)]);
    usage['2026-03'] = 100;
    const [march] = await drafts();
    await within(app, place, async () => {
      await app.nest.get(InvoiceFinalization).finalize([march ?? ''], app.clock.now());
      usage['2026-03'] = 104;
    });
    await billAt('2026-05-01');
    expect(await sent()).toEqual(['03: 100', '04: 0', '04 of 03: 4']);
  });
});
