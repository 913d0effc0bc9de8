import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { billingOf, createBilledContract, createRemitToAccount } from '../support/contract-billing';
import { runBilling } from '../support/invoices';
import { sellMetered } from '../support/metered-customers';

/** Domain: entitlements-usage A7; contracts-billing I9 */
describe('usage of who has a feature by no subscription', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createRemitToAccount(api, 'acorn');
    await sellMetered(api, [], ['calls', 'files']);
  });
  afterAll(() => app.close());

  /** Its customer is `<id>-buyer`. For ten days, today the third; `calls` at 1.00. */
  async function deal(): Promise<string> {
    const id = `deal-${++made}`;
    await createBilledContract(api, id);
    const line = {
      name: 'Calls',
      itemName: 'calls',
      pricingModelId: 'flat_rate_pay_as_you_go',
      netTerms: 30,
    };
    const window = { activationStartDate: at(-2), activationEndDate: at(7) };
    const rows = [{ price: 1 }];
    await expectOk(billingOf(api, id).add([{ ...line, rows, billingCycleUnit: 'one_time' }], window));
    const settings = { legalEntityId: 'acorn', paymentAccountId: 'acorn-bank' };
    await expectOk(billingOf(api, id).settings(settings));
    return id;
  }
  async function published(): Promise<string> {
    const id = await deal();
    await expectOk(billingOf(api, id).publish());
    return id;
  }
  const at = (days: number): string => {
    const instant = app.clock.now();
    instant.setUTCDate(instant.getUTCDate() + days);
    return instant.toISOString();
  };
  const usage = (id: string, value: number, more: Json = {}): Json => ({
    ...{ customerId: `${id}-buyer`, featureId: 'calls', value },
    ...more,
  });
  const report = (...usages: Json[]) => api.rest('POST', '/usage', { usages });
  const overGraphql = (...usages: Json[]) =>
    api.graphql(
      'mutation($input: ReportUsageInput!) { reportUsage(input: $input) { currentUsage nextResetDate } }',
      { input: { usages } },
    );
  const expectRefused = async (...usages: Json[]): Promise<void> => {
    for (const answer of [await report(...usages), await overGraphql(...usages)]) {
      expect(answer).toRefuse('NoFeatureEntitlementInSubscription', /is not entitled to feature/);
    }
  };

  it('A7: counts at the level of the customer, without a limit, where a published contract bills it', async () => {
    const id = await published();
    const first = await expectOk<Json[]>(report(usage(id, 5_000_000_000)));
    expect(first).toMatchObject([
      { currentUsage: 5_000_000_000, nextResetDate: null, usagePeriodStart: null },
    ]);
    const second = await overGraphql(usage(id, 7, { resourceId: 'site', enforceLimit: true }));
    expect(second.data).toEqual({ reportUsage: [{ currentUsage: 5_000_000_007, nextResetDate: null }] });
    const path = `/customers/${id}-buyer/entitlements/check?featureId=calls`;
    expect(await expectOk<Json>(api.rest('GET', path))).toMatchObject({ isGranted: false });
  });

  it('A7: is refused where no contract of the customer bills that feature', async () => {
    const id = await published();
    await createCustomer(api, 'nobodys');
    await expectRefused(usage(id, 1, { featureId: 'files' }));
    await expectRefused({ customerId: 'nobodys', featureId: 'calls', value: 1 });
    // All or nothing: what is billed is not counted beside what is not.
    await expectRefused(usage(id, 1), usage(id, 1, { featureId: 'files' }));
    expect(await expectOk<Json[]>(report(usage(id, 1)))).toMatchObject([{ currentUsage: 1 }]);
  });

  it('A7: is refused before the contract is published, and once its billing is canceled or it is archived', async () => {
    const id = await deal();
    await expectRefused(usage(id, 1));
    await expectOk(billingOf(api, id).publish());
    await expectOk(report(usage(id, 1)));
    await expectOk(billingOf(api, id).post('cancel'));
    await expectRefused(usage(id, 1));
    const archived = await published();
    await expectOk(api.rest('POST', `/contracts/${archived}/archive`));
    await expectRefused(usage(archived, 1));
  });

  it('A7: the subscription decides where there is one, its limit too', async () => {
    const id = await published();
    await expectOk(api.rest('POST', '/subscriptions', { customerId: `${id}-buyer`, planId: 'plan' }));
    const past = usage(id, 1_000_000_001, { enforceLimit: true });
    expect(await report(past)).toRefuse('EntitlementLimitExceededError');
  });

  it('A7: counts late usage of the days that are billed, and none after them', async () => {
    const id = await published();
    const [within, after] = [at(7), at(8)];
    app.clock.advance({ days: 9 });
    await expectOk(report(usage(id, 1, { createdAt: within })));
    await expectRefused(usage(id, 1, { createdAt: after }));
    await expectRefused(usage(id, 1));
  });

  it('contracts-billing I9: bills see it', async () => {
    const id = await published();
    await expectOk(report(usage(id, 30), usage(id, 4, { resourceId: 'site' })));
    app.clock.advance({ days: 9 });
    await runBilling(app);
    const path = `/customers/${id}-buyer/invoices`;
    expect((await expectPage<Json>(api.rest('GET', path))).data).toMatchObject([{ total: 34 }]);
  });
});
