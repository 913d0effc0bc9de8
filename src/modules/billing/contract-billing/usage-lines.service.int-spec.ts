import type { StoredInvoice, StoredInvoiceLine } from '#modules/billing/invoices';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
} from '../../../../test/support/catalog';
import { expectOk } from '../../../../test/support/client';
import { day } from '../../../../test/support/contract-lines';
import { withinUseCase } from '../../../../test/support/within';
import { UsageLinesService } from './usage-lines.service';

/** Domain: contracts-billing I6; catalog F6 */
describe('what was used, as bills count it', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
    const { api } = app.a;
    await createProduct(api, 'product');
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'seats', 'gauge');
    const limits = { usageLimit: 1_000_000 };
    const entitlements = [feature('calls', { ...limits, resetPeriod: 'MONTH' }), feature('seats', limits)];
    await publishPlan(api, { id: 'plan', productId: 'product', entitlements });
    await createCustomer(api, 'acorn');
    await expectOk(api.rest('POST', '/subscriptions', { customerId: 'acorn', planId: 'plan' }));
  });
  afterAll(() => app.close());

  const report = (featureId: string, value: number, at: string, more: object = {}) => {
    const usages = [{ customerId: 'acorn', featureId, value, createdAt: at, ...more }];
    return expectOk(app.a.api.rest('POST', '/usage', { usages }));
  };

  /** What the line of March 4th comes to, at 1 a unit. */
  async function priced(featureId: string, meter: object): Promise<string> {
    const uidOf = async (table: string, id: string): Promise<string> =>
      (await app.dataSource.query<{ uid: string }[]>(`select uid from ${table} where id = $1`, [id]))[0]
        ?.uid ?? '';
    const featureUid = await uidOf('feature', featureId);
    const customerUid = await uidOf('customer', 'acorn');
    const rows = [{ quantity: null, price: '1', from: null, to: null, packageSize: null }];
    const terms = { pricingModelId: 'flat_rate_pay_as_you_go', rows, discount: '0', tax: '0' };
    const line = {
      ...{ uid: 'line', description: 'Line', usageTerms: { featureUid, ...terms, ...meter } },
      ...{ periodStart: day('2026-03-04'), periodEnd: day('2026-03-04') },
    } as unknown as StoredInvoiceLine;
    const invoice = { uid: 'invoice', customerUid, currency: 'usd' } as StoredInvoice;
    const facts = { invoice, lines: [line] };
    const usage = (await withinUseCase(app, app.a, () => app.nest.get(UsageLinesService).price(facts))).get(
      'line',
    );
    expect(usage?.total.toFixed()).toBe(usage?.quantity.toFixed());
    return usage?.quantity.toFixed() ?? '';
  }

  const added = { isGauge: false, unitTransformation: null };

  it('I9: adds up what all resources reported in the days of the period, the first and the last included', async () => {
    app.clock.advance({ days: 2 });
    await report('calls', 1, '2026-03-03T23:59:59.999Z');
    await report('calls', 20, '2026-03-04T00:00:00.000Z');
    await report('calls', 300, '2026-03-04T23:59:59.999Z', { resourceId: 'site' });
    await report('calls', 4_000, '2026-03-05T00:00:00.000Z');
    expect(await priced('calls', added)).toBe('320');
  });

  it('catalog F6: sold units are those of the whole period, rounded once', async () => {
    const up = { isGauge: false, unitTransformation: { divide: 100, round: 'UP' } };
    expect(await priced('calls', up)).toBe('4');
    const down = { isGauge: false, unitTransformation: { divide: 100, round: 'DOWN' } };
    expect(await priced('calls', down)).toBe('3');
  });

  it('I9: of a level is what it is at the end of the period, and never below 0', async () => {
    await report('seats', 12, '2026-03-02T12:00:00.000Z');
    await report('seats', -3, '2026-03-04T12:00:00.000Z');
    await report('seats', 50, '2026-03-05T12:00:00.000Z');
    expect(await priced('seats', { isGauge: true, unitTransformation: null })).toBe('9');
    expect(await priced('seats', added)).toBe('0');
  });
});
