import { Money } from '#libs/business/values/money';
import { CustomersService } from '#modules/customers/customers';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import { expectOk, expectPage } from '../../../../test/support/client';
import { holdRow, somebodyWaits } from '../../../../test/support/held-row';
import { withinUseCase } from '../../../../test/support/within';
import { RedemptionsService } from './redemptions.service';

// Domain: customers-subscriptions

describe('redeeming a promotion code', () => {
  let app: TestApp;
  let redemptions: RedemptionsService;

  beforeAll(async () => {
    app = await createTestApp();
    redemptions = app.nest.get(RedemptionsService);
    const coupon = { id: 'spring', name: 'Spring', percentOff: 20 };
    await expectOk(app.a.api.rest('POST', '/coupons', coupon));
    await expectOk(app.a.api.rest('POST', '/customers', { id: 'acorn' }));
  });
  afterAll(() => app.close());

  const create = (id: string, more: object = {}) =>
    expectOk(app.a.api.rest('POST', '/promotion-codes', { id, couponId: 'spring', ...more }));
  const timesRedeemed = async (id: string): Promise<unknown> =>
    (await expectOk(app.a.api.rest('GET', `/promotion-codes/${id}`)))['timesRedeemed'];

  const within = <T>(work: () => Promise<T>): Promise<T> => withinUseCase(app, app.a, work);
  const redeem = (id: string) =>
    within(async () => {
      const customer = await app.nest.get(CustomersService).getOrThrow('acorn');
      return redemptions.redeem(id, { customer, subTotal: Money.of(100, 'usd') });
    });

  it('N6: counts one and tells which coupon it stands for', async () => {
    await create('Counted');
    expect(await redeem('COUNTED')).toMatchObject({ id: 'Counted', couponId: 'spring', timesRedeemed: 1 });
    expect(await timesRedeemed('counted')).toBe(1);
  });

  it('N6: of 50 at once no more get it than may', async () => {
    await create('contested', { maxRedemptions: 20 });
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => redeem('contested')));
    const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toHaveLength(30);
    for (const reason of refused) expect(reason).toRefuse('PromotionCodeMaxRedemptionsReached', /20 of 20/);
    expect(await timesRedeemed('contested')).toBe(20);
  });

  it('N6: who waits for another redemption decides on what it left', async () => {
    await create('last', { maxRedemptions: 1 });
    const release = await holdRow(app.databaseUrl, 'promotion_code', 'last');
    const both = Promise.allSettled([redeem('last'), redeem('last')]);
    await somebodyWaits(app.databaseUrl);
    await release();
    expect((await both).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await timesRedeemed('last')).toBe(1);
  });

  it('N6: a redemption whose purchase fails is not counted', async () => {
    await create('undone');
    const failing = within(async () => {
      await redemptions.redeem('undone', { customer: null, subTotal: null });
      throw new Error('the purchase failed');
    });
    await expect(failing).rejects.toThrow('the purchase failed');
    expect(await timesRedeemed('undone')).toBe(0);
  });

  it('N6: a redemption that is given back may be had by another', async () => {
    await create('returned', { maxRedemptions: 1 });
    await redeem('returned');
    await expect(redeem('returned')).rejects.toRefuse('PromotionCodeMaxRedemptionsReached');
    await within(() => redemptions.giveBack('RETURNED'));
    expect(await timesRedeemed('returned')).toBe(0);
    expect(await redeem('returned')).toMatchObject({ timesRedeemed: 1 });
    const path = '/activity?parentId=spring&entityId=returned';
    const { data } = await expectPage<{ type: string }>(app.a.api.rest('GET', path));
    expect(data.map(({ type }) => type.replace('promotion_code.', ''))).toEqual([
      'redeemed',
      'redemption_given_back',
      'redeemed',
      'created',
    ]);
  });

  it('N6: a refused redemption counts nothing, and an unknown code is none', async () => {
    await create('large', { minimumAmount: { amount: 100.01, currency: 'usd' } });
    await expect(redeem('large')).rejects.toRefuse('PromotionCodeMinimumAmountNotReached');
    expect(await timesRedeemed('large')).toBe(0);
    await expect(redeem('nobody')).rejects.toRefuse('PromotionCodeNotFound');
    await expect(within(() => redemptions.giveBack('nobody'))).rejects.toRefuse('PromotionCodeNotFound');
  });
});
