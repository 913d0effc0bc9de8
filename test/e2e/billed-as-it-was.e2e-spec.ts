import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, createProduct, publishPlan } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { billedOf } from '../support/invoice-story';
import { createIssuer } from '../support/issuers';
import { flatFee } from '../support/priced-plans';

// Domain: customers-subscriptions

describe('a boundary that was passed before its customer changed', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
    await publishPlan(api, {
      ...{ id: 'pro', productId: 'main', pricingType: null },
      patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(49)] } },
    });
    await createIssuer(api, 'seller');
    await expectOk(api.rest('POST', '/coupons', { id: 'half', name: 'Half', percentOff: 50 }));
  });
  afterAll(() => app.close());

  it('N4, Z1: is billed with the coupon and to the address that it had then, no job or reader before', async () => {
    const email = 'ada@example.com';
    await createCustomer(api, 'ada', { email });
    const bought = { customerId: 'ada', planId: 'pro', paymentCollectionMethod: 'INVOICE' };
    await expectOk(api.rest('POST', '/subscriptions', bought));
    const change = (body: object) => expectOk(api.rest('PATCH', '/customers/ada', body));
    app.clock.advance({ days: 32 });
    await change({ couponId: 'half' });
    app.clock.advance({ days: 31 });
    await change({ couponId: null, email: 'other@example.com' });
    const told = await billedOf(api, 'ada');
    expect(told.map(({ discount }) => discount).sort((a, b) => a - b)).toEqual([0, 0, 24.5]);
    const [{ buyers } = { buyers: [] }] = await app.dataSource.query<{ buyers: string[] }[]>(
      `select array_agg(distinct buyer ->> 'email') as buyers from invoice where customer_id = 'ada'`,
    );
    expect(buyers).toEqual([email]);
  });
});
