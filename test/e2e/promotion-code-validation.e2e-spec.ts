import { Answers } from '#libs/messaging/extensions';
import { invoicePaid } from '#modules/customers/promotion-codes';
import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, type ApiClient, type GraphqlAnswer, type RestAnswer } from '../support/client';

// Domain: customers-subscriptions

/** POST /promotion-codes/{id}/validate and its mutation: customers-subscriptions N6, through both doors. */
describe('the validation of a promotion code', () => {
  let app: TestApp;
  let api: ApiClient;
  /** Customers of whom the module that keeps invoices says that they have paid one. */
  const payers = new Set<string>();

  class Payments {
    @Answers(invoicePaid)
    async hasPaid({ customerUid }: typeof invoicePaid.facts): Promise<boolean[]> {
      return [payers.has(customerUid)];
    }
  }

  beforeAll(async () => {
    app = await createTestApp({ providers: [Payments] });
    api = app.a.api;
    await createCoupon('spring');
    for (const id of ['acorn', 'birch', 'asleep']) await createCustomer(api, id);
    await expectOk(api.rest('POST', '/customers/asleep/archive'));
    const [payer] = await app.dataSource.query<{ uid: string }[]>(
      `select uid from customer where id = 'birch'`,
    );
    payers.add(payer?.uid as string);
  });
  afterAll(() => app.close());

  const createCoupon = (id: string) =>
    expectOk(api.rest('POST', '/coupons', { id, name: 'A coupon', percentOff: 20 }));
  const create = (id: string, more: Json = {}) =>
    expectOk(api.rest('POST', '/promotion-codes', { id, couponId: 'spring', ...more }));
  const usd = (amount: number): Json => ({ amount, currency: 'usd' });

  const document =
    'mutation($id: String!, $input: ValidatePromotionCodeInput!) { validatePromotionCode(id: $id, input: $input) { isRedeemable } }';
  /** The same question through both doors. */
  const ask = async (id: string, input: Json = {}): Promise<(RestAnswer | GraphqlAnswer)[]> => [
    await api.rest('POST', `/promotion-codes/${id}/validate`, input),
    await api.graphql(document, { id, input }),
  ];
  const expectRedeemable = async (id: string, input: Json = {}): Promise<void> => {
    for (const answer of await ask(id, input)) {
      expect(await expectOk(Promise.resolve(answer))).toEqual({ isRedeemable: true });
    }
  };
  const expectRefused = async (
    [id, input]: [string, Json?],
    ...refusal: Parameters<jest.Matchers<void>['toRefuse']>
  ): Promise<void> => {
    for (const answer of await ask(id, input)) expect(answer).toRefuse(...refusal);
  };

  it('N6: a code without limits is redeemable by anybody, in any spelling', async () => {
    await create('Open');
    await expectRedeemable('OPEN');
    await expectRedeemable('open', { customerId: null, subTotal: null });
    await expectRedeemable('Open', { customerId: 'birch', subTotal: usd(0) });
  });

  it('N6: an unknown code is PromotionCodeNotFound', async () => {
    await expectRefused(['nobody'], 'PromotionCodeNotFound', /nobody/);
  });

  it('N6: PromotionCodeNotActive from its end on', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    await create('ending', { expiresAt });
    app.clock.advance({ minutes: 59 });
    await expectRedeemable('ending');
    app.clock.advance({ minutes: 1 });
    await expectRefused(['ending'], 'PromotionCodeNotActive', /ending .* expired/);
  });

  it('N6: PromotionCodeNotActive once it is archived', async () => {
    await create('ended');
    await expectOk(api.rest('POST', '/promotion-codes/ended/archive'));
    await expectRefused(['ended'], 'PromotionCodeNotActive', /archived/);
  });

  it('N1, N6: PromotionCodeNotActive once its coupon is archived, though the code was not touched', async () => {
    await createCoupon('fading');
    await create('faded', { couponId: 'fading' });
    await expectRedeemable('faded');
    await expectOk(api.rest('POST', '/coupons/fading/archive'));
    await expectRefused(['faded'], 'PromotionCodeNotActive', /its coupon is archived/);
    expect(await expectOk(api.rest('GET', '/promotion-codes/faded'))).toMatchObject({ status: 'ACTIVE' });
  });

  it('N6: PromotionCodeNotForCustomer for everybody but its customer', async () => {
    await create('personal', { customerId: 'acorn' });
    await expectRedeemable('personal', { customerId: 'acorn' });
    const other = { customerId: 'birch' };
    await expectRefused(['personal', other], 'PromotionCodeNotForCustomer', /another customer/);
    await expectRefused(['personal'], 'PromotionCodeNotForCustomer', /send customerId/);
  });

  it('N6: PromotionCodeMaxRedemptionsReached when none is left', async () => {
    await create('scarce', { maxRedemptions: 2 });
    await app.dataSource.query(`update promotion_code set times_redeemed = 1 where id = 'scarce'`);
    await expectRedeemable('scarce');
    await app.dataSource.query(`update promotion_code set times_redeemed = 2 where id = 'scarce'`);
    await expectRefused(['scarce'], 'PromotionCodeMaxRedemptionsReached', /2 of 2 times/);
  });

  it('N6: PromotionCodeMinimumAmountNotReached below the minimum, in its currency', async () => {
    await create('large', { minimumAmount: usd(50) });
    await expectRedeemable('large', { subTotal: usd(50) });
    const refused = ['PromotionCodeMinimumAmountNotReached', /subTotal must reach 50 usd/] as const;
    await expectRefused(['large', { subTotal: usd(49.99) }], ...refused);
    await expectRefused(['large', { subTotal: { amount: 500, currency: 'eur' } }], ...refused);
    await expectRefused(['large'], ...refused);
  });

  it('N6: PromotionCodeCustomerNotFirstPurchase for who has paid an invoice', async () => {
    await create('welcome', { firstPurchaseOnly: true });
    await expectRedeemable('welcome', { customerId: 'acorn' });
    await expectRedeemable('welcome');
    const payer = { customerId: 'birch' };
    await expectRefused(['welcome', payer], 'PromotionCodeCustomerNotFirstPurchase', /has paid an invoice/);
  });

  it('N6: the first check that fails is told', async () => {
    const limits = { maxRedemptions: 1, minimumAmount: usd(50), firstPurchaseOnly: true };
    await create('strict', { ...limits, customerId: 'acorn' });
    await app.dataSource.query(`update promotion_code set times_redeemed = 1 where id = 'strict'`);
    await expectRefused(['strict', { customerId: 'birch' }], 'PromotionCodeNotForCustomer');
    await expectRefused(['strict', { customerId: 'acorn' }], 'PromotionCodeMaxRedemptionsReached');
    await expectOk(api.rest('POST', '/promotion-codes/strict/archive'));
    await expectRefused(['strict', { customerId: 'birch' }], 'PromotionCodeNotActive');
  });

  it('counts nothing', async () => {
    await create('asked', { maxRedemptions: 1 });
    const before = await expectOk(api.rest('GET', '/promotion-codes/asked'));
    await expectRedeemable('asked');
    expect(await expectOk(api.rest('GET', '/promotion-codes/asked'))).toEqual(before);
  });

  it('wants a customer that exists and lives, and an amount that is one', async () => {
    await create('plain');
    await expectRefused(['plain', { customerId: 'nobody' }], 'CustomerNotFound', /nobody/);
    await expectRefused(['plain', { customerId: 'asleep' }], 'EntityIsArchivedError', /asleep/);
    await expectRefused(['plain', { subTotal: usd(-1) }], 'BadUserInput', /subTotal\.amount/);
    await expectRefused(['plain', { subTotal: usd(0.001) }], 'BadUserInput', /subTotal\.amount/);
    await expectRefused(['plain', { subTotal: usd(1e9) }], 'AmountTooLarge', /subTotal\.amount/);
    const unknown = await api.rest('POST', '/promotion-codes/plain/validate', { customer: 'acorn' });
    expect(unknown).toRefuse('BadUserInput', /customer is not a known field/);
    await expectOk(api.rest('POST', '/promotion-codes/plain/validate'));
  });
});
