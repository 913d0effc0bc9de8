import { DueWalks } from '#libs/messaging/due-work';
import { Decimal } from '#libs/kernel/decimal';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import type { TestEnvironment } from '../../../../test/support/environments';
import { expectOk, expectPage } from '../../../../test/support/client';
import type { Json } from '../../../../test/support/catalog';
import { contractUid, priceUsage, runBilling, schedule, within } from '../../../../test/support/invoices';
import { createBuyers, createIssuer } from '../../../../test/support/issuers';
import { day, line, usageLine } from '../../../../test/support/invoice-lines';
import { ContractInvoices } from './contract-invoices.service';

// Domain: entitlements-usage

describe('late usage of a contract that has no invoice to come', () => {
  let app: TestApp;
  let beside: Awaited<ReturnType<TestApp['startBeside']>>;
  let place: TestEnvironment;
  /** By month, at 1.00. */
  let usage: Record<number, number>;

  beforeAll(async () => {
    const options = { variables: { USAGE_GRACE_HOURS: '3' } };
    app = await createTestApp(options);
    beside = await app.startBeside(options);
  });
  afterAll(async () => {
    await beside.close();
    await app.close();
  });
  beforeEach(async () => {
    app.clock.travelTo('2026-03-04T00:00:00.000Z');
    place = await app.newEnvironment();
    await createBuyers(place.api, 'acorn');
    await createIssuer(place.api, 'acme');
    usage = { 3: 100, 4: 0 };
    for (const each of [app, beside]) {
      priceUsage(
        each,
        ({ lines }) =>
          new Map(lines.map(({ uid, periodStart }) => [uid, priced(periodStart.getUTCMonth() + 1)])),
      );
    }
  });

  const priced = (month: number) => {
    const quantity = new Decimal(usage[month] ?? 0);
    const [discount, tax] = [new Decimal(0), new Decimal(0)];
    return { quantity, unitPrice: new Decimal(1), subTotal: quantity, discount, tax, total: quantity };
  };
  const march = { periodStart: day('2026-03-01'), periodEnd: day('2026-03-31') };
  const april = { periodStart: day('2026-04-01'), periodEnd: day('2026-04-30') };
  const usageOf = (period: typeof march) => ({
    ...{ ...period, paymentTime: 'IN_ARREARS' as const },
    lines: [usageLine(period)],
  });
  const workers = async (...apps: Pick<TestApp, 'nest'>[]): Promise<void> => {
    const walks = apps.flatMap((each) =>
      each.nest.get(DueWalks).all.filter(({ name }) => name === 'bill-late-usage'),
    );
    await Promise.all(walks.map((walk) => walk.goOn()));
  };
  /** One look, by whoever comes first. */
  const lookAt = async (text: string): Promise<void> => {
    app.clock.travelTo(`${text}:00.000Z`);
    await runBilling(app);
    await workers(app, beside);
  };
  const totals = async (): Promise<unknown[]> =>
    (await expectPage<Json>(place.api.rest('GET', '/customers/acorn/invoices'))).data.map(
      ({ total }) => total,
    );
  const watched = async (): Promise<number> =>
    (
      await app.dataSource.query<unknown[]>('select from late_usage_watch where environment_id = $1', [
        place.environmentId,
      ])
    ).length;

  it('A13: a MANUAL invoice bills it once, when no more has come for the grace', async () => {
    await schedule(app, place, [usageOf(march)]);
    await lookAt('2026-04-01T04:00');
    usage[3] = 104;
    await lookAt('2026-04-05T10:00');
    await lookAt('2026-04-05T12:00');
    usage[3] = 107;
    await lookAt('2026-04-05T13:30');
    await lookAt('2026-04-05T16:29');
    expect(await totals()).toEqual([100]);
    await lookAt('2026-04-05T17:30');
    await lookAt('2026-04-06T17:30');
    const invoices = (await expectPage<Json>(place.api.rest('GET', '/customers/acorn/invoices'))).data;
    expect(invoices).toMatchObject([
      { total: 100, invoiceNumber: 'INV-000001' },
      {
        ...{ total: 7, invoiceNumber: 'INV-000002', state: 'OPEN' },
        ...{ issueDate: '2026-04-05T00:00:00.000Z', dueDate: '2026-05-05T00:00:00.000Z' },
        lineItems: [{ amount: 7, description: 'Calls, usage of 2026-03-01 to 2026-03-31 corrected' }],
      },
    ]);
    expect(invoices).toHaveLength(2);
    const around = await within(app, place, () =>
      app.nest.get(ContractInvoices).of([contractUid(place, 'deal')]),
    );
    expect(around.get(contractUid(place, 'deal'))?.latest).toMatchObject({
      billingReason: 'MANUAL',
      total: 7,
    });
  });

  it('contracts-billing V4: late usage waits for the grace that its environment has chosen', async () => {
    await expectOk(place.api.rest('PATCH', '/environment-settings', { usageGraceHours: 10 }));
    await schedule(app, place, [usageOf(march)]);
    await lookAt('2026-04-01T11:00');
    usage[3] = 104;
    await lookAt('2026-04-05T10:00');
    await lookAt('2026-04-05T19:00');
    expect(await totals()).toEqual([100]);
    await lookAt('2026-04-05T21:00');
    expect(await totals()).toEqual([100, 4]);
  });

  it('A13: there is one a day at most, and each spans the days since the last', async () => {
    await schedule(app, place, [usageOf(march)]);
    await lookAt('2026-04-01T04:00');
    usage[3] = 101;
    for (const at of ['05T00:00', '05T04:00']) await lookAt(`2026-04-${at}`);
    expect(await totals()).toEqual([100, 1]);
    usage[3] = 107;
    for (const at of ['05T08:00', '05T12:00', '05T23:59']) await lookAt(`2026-04-${at}`);
    expect(await totals()).toEqual([100, 1]);
    await lookAt('2026-04-06T01:00');
    expect(await totals()).toEqual([100, 1, 6]);
    const spans = await app.dataSource.query<unknown[]>(
      `select to_char(period_start at time zone 'utc', 'DD') || '-' || to_char(period_end at time zone 'utc', 'DD') as span
         from invoice where environment_id = $1 and billing_reason = 'MANUAL' order by issue_date`,
      [place.environmentId],
    );
    expect(spans).toEqual([{ span: '01-05' }, { span: '05-06' }]);
  });

  it('A13: what is given back lowers it, and makes none by itself', async () => {
    await schedule(app, place, [usageOf(march), usageOf(april)]);
    usage = { 3: 100, 4: 50 };
    await lookAt('2026-05-01T04:00');
    usage = { 3: 90, 4: 50 };
    for (const at of ['05T10:00', '05T14:00', '05T18:00']) await lookAt(`2026-05-${at}`);
    expect(await totals()).toEqual([100, 50]);
    usage = { 3: 90, 4: 75 };
    for (const at of ['06T10:00', '06T14:00', '06T18:00']) await lookAt(`2026-05-${at}`);
    expect(await totals()).toEqual([100, 50, 15]);
  });

  it('A13: where an invoice is to come, that one bills it', async () => {
    await schedule(app, place, [
      usageOf(march),
      { ...april, paymentTime: 'IN_ARREARS', lines: [line(april)] },
    ]);
    await lookAt('2026-04-01T04:00');
    usage[3] = 107;
    for (const at of ['05T10:00', '05T14:00', '06T14:00']) await lookAt(`2026-04-${at}`);
    expect(await totals()).toEqual([100]);
    await lookAt('2026-05-01T00:00');
    expect(await totals()).toEqual([100, 107]);
    usage[3] = 108;
    for (const at of ['05T10:00', '05T14:00', '06T14:00']) await lookAt(`2026-05-${at}`);
    expect(await totals()).toEqual([100, 107, 1]);
  });

  it('A13: canceled billing bills no more', async () => {
    await schedule(app, place, [usageOf(march)]);
    await lookAt('2026-04-01T04:00');
    await within(app, place, () => app.nest.get(ContractInvoices).withdraw(contractUid(place, 'deal')));
    usage[3] = 107;
    for (const at of ['05T10:00', '05T14:00']) await lookAt(`2026-04-${at}`);
    expect(await totals()).toEqual([100]);
  });

  it('A13: nobody looks any more once no report can come', async () => {
    await schedule(app, place, [usageOf(march)]);
    await lookAt('2026-04-01T04:00');
    await lookAt('2026-06-30T23:00');
    expect(await watched()).toBe(1);
    await lookAt('2026-07-01T00:30');
    expect(await watched()).toBe(0);
  });
});
