import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { billingOf, createPublishedContract, createRemitToAccount } from '../support/contract-billing';
import { runBilling } from '../support/invoices';
import { sellMetered } from '../support/metered-customers';

const days = { activationStartDate: '2026-03-01T00:00:00Z', activationEndDate: '2026-12-31T00:00:00Z' };

// Domain: contracts-billing

describe('billing that is canceled', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createRemitToAccount(api, 'acorn');
    await sellMetered(api, [], ['calls']);
  });
  afterAll(() => app.close());
  beforeEach(() => app.clock.travelTo('2026-03-04T15:30:00.000Z'));

  const of = (id: string) => billingOf(api, id);
  /** Published. */
  const sold = async (...lines: Json[]): Promise<string> => {
    const id = await createPublishedContract(api, `ended-${++made}`, 'acorn', lines, days);
    await runBilling(app);
    return id;
  };
  const monthly = (price: number, more: Json = {}): Json => ({
    ...{ name: 'Seats', rows: [{ quantity: 1, price }] },
    ...more,
  });
  const arrears = { paymentTime: 'IN_ARREARS' };
  const canceledOn = async (id: string, day: string) => {
    app.clock.travelTo(`${day}T10:00:00.000Z`);
    await runBilling(app);
    const summary = await expectOk<Json>(of(id).post('cancel'));
    const schedule = await of(id).schedule();
    expect(schedule.total).toBe(summary['total']);
    expect((await of(id).summary()).total).toBe(summary['total']);
    return schedule.invoices.map(({ periodStart, periodEnd, issueDate, total }) => [
      ...[periodStart, periodEnd, issueDate].map((at) => String(at).slice(5, 10)),
      total,
    ]);
  };

  it('P8: bills in arrears by the days up to that one', async () => {
    const id = await sold(monthly(310, arrears));
    expect(await canceledOn(id, '2026-05-10')).toEqual([
      ['03-01', '03-31', '04-01', 310],
      ['04-01', '04-30', '05-01', 310],
      ['05-01', '05-10', '05-11', 100],
    ]);
    app.clock.travelTo('2026-05-11T00:00:00.000Z');
    await runBilling(app);
    const sent = await of(id).invoices();
    expect(sent.map(({ total, state }) => [total, state])).toEqual([
      [310, 'OPEN'],
      [310, 'OPEN'],
      [100, 'OPEN'],
    ]);
    app.clock.travelTo('2027-01-10T10:00:00.000Z');
    await runBilling(app);
    expect(await of(id).invoices()).toEqual(sent);
  });

  it('P8: what is paid in advance was billed when its cycle began, and no cycle begins any more', async () => {
    const id = await sold(monthly(100));
    expect(await canceledOn(id, '2026-04-10')).toEqual([
      ['03-01', '03-31', '03-04', 100],
      ['04-01', '04-30', '04-01', 100],
    ]);
  });

  it('P8: a cycle that ends with that day is whole; what is billed once in arrears is billed by its days', async () => {
    expect((await canceledOn(await sold(monthly(310, arrears)), '2026-03-31')).at(-1)).toEqual([
      ...['03-01', '03-31', '04-01'],
      310,
    ]);
    app.clock.travelTo('2026-03-04T15:30:00.000Z');
    const once = await sold(monthly(306, { ...arrears, billingCycleUnit: 'one_time' }));
    // 31 of 306 days.
    expect(await canceledOn(once, '2026-03-31')).toEqual([['03-01', '03-31', '04-01', 31]]);
  });

  it('P8: bills what was used up to that day, after the grace', async () => {
    const calls = { name: 'Calls', itemName: 'calls', pricingModelId: 'flat_rate_pay_as_you_go' };
    const id = await sold({ ...calls, rows: [{ price: 2 }] });
    await expectOk(api.rest('POST', '/subscriptions', { customerId: `${id}-buyer`, planId: 'plan' }));
    const usages = [{ customerId: `${id}-buyer`, featureId: 'calls', value: 7 }];
    await expectOk(api.rest('POST', '/usage', { usages }));
    await canceledOn(id, '2026-03-10');
    app.clock.travelTo('2026-03-11T10:00:00.000Z');
    await runBilling(app);
    expect(await of(id).invoices()).toMatchObject([
      { total: 14, lineItems: [{ quantity: 7, unitPrice: 2 }] },
    ]);
    expect(await of(id).summary()).toMatchObject({ total: 14, items: [{ name: 'Calls', total: 14 }] });
    expect(await of(id).schedule()).toMatchObject({ total: 14, invoiceCount: 1 });
  });

  it('P8: before the first day nothing is owed, after the last one all of it', async () => {
    const id = await sold(monthly(310, arrears));
    await expectOk(of(id).post('reopen'));
    await expectOk(of(id).terms({ activationStartDate: '2026-06-01T00:00:00Z' }));
    await expectOk(of(id).publish());
    expect(await canceledOn(id, '2026-03-10')).toEqual([]);
    app.clock.travelTo('2026-03-04T15:30:00.000Z');
    const whole = await sold(monthly(310, arrears));
    expect(await canceledOn(whole, '2027-02-01')).toHaveLength(10);
    expect((await of(whole).summary()).total).toBe(3100);
  });

  it('P8: twice is once', async () => {
    const id = await sold(monthly(310, arrears));
    const first = await canceledOn(id, '2026-03-10');
    expect(await canceledOn(id, '2026-03-20')).toEqual(first);
  });
});
