import type { Json } from '../support/catalog';
import { expectOk, type RestAnswer } from '../support/client';
import { InvoiceStory, invoiced, informed, later } from '../support/invoice-story';
import { flatFee, usd } from '../support/priced-plans';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { units } from '../support/team-story';

// Domain: customers-subscriptions

describe('the minimum of a promotion code, where it is billed here', () => {
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ story } = begun));
  beforeEach(() =>
    expectOk(story.api.rest('POST', '/coupons', { id: 'ten', name: 'A tenth', percentOff: 10 })),
  );

  const refused = 'PromotionCodeMinimumAmountNotReached';
  /** With a code that asks for so much. */
  const code = async (amount: number): Promise<Json> => {
    const id = `of-${amount}`;
    const asked = { id, couponId: 'ten', minimumAmount: usd(amount) };
    await expectOk(story.api.rest('POST', '/promotion-codes', asked));
    return { appliedCoupon: { promotionCode: id } };
  };
  const preview = (planId: string, more: Json): Promise<RestAnswer> =>
    story.api.rest('POST', '/subscriptions/preview', { customerId: 'ada', planId, ...more });
  const redeemed = async (amount: number) =>
    (await expectOk<Json>(story.api.rest('GET', `/promotion-codes/of-${amount}`)))['timesRedeemed'];

  it('N6: of what begins it is that of its first invoice, with what is asked once', async () => {
    const setup = { ...flatFee(50), billingCadence: 'ONE_OFF' };
    await story.sell('prepared', 0, {
      charges: { pricingType: 'PAID', pricingModels: [flatFee(49), setup] },
    });
    expect(await story.ask('prepared', invoiced(await code(100)))).toRefuse(refused, /must reach 100 usd/);
    expect(await preview('prepared', invoiced({ appliedCoupon: { promotionCode: 'of-100' } }))).toRefuse(
      refused,
    );
    await story.begun('prepared', invoiced(await code(99)));
    expect(await story.last()).toMatchObject({ subtotal: 99, discount: 9.9, total: 89.1 });
    expect([await redeemed(100), await redeemed(99)]).toEqual([0, 1]);
  });

  it('N6: what is invoiced after its period, up to a minimum spend, is not on it', async () => {
    const dear = { minimumSpend: usd(200) };
    expect(await story.ask('pro', invoiced({ ...dear, ...(await code(50)) }))).toRefuse(refused);
    // Nothing is invoiced of it here: what comes again counts.
    await expectOk(preview('pro', { ...dear, appliedCoupon: { promotionCode: 'of-50' } }));
    await story.begun('pro', invoiced({ ...dear, ...(await code(49)) }));
  });

  it('N6: of a plan that takes the place of one it is what that costs at once, in the preview too', async () => {
    await story.sell('top', 99);
    await story.begun('pro', invoiced());
    await story.to('2026-04-20');
    const more = await code(33.34);
    expect(await preview('top', more)).toRefuse(refused);
    expect(await story.ask('top', more)).toRefuse(refused);
    expect(await story.all()).toEqual([['pro', 'ACTIVE', null]]);
    const enough = await code(33.33);
    const told = await expectOk<Json>(preview('top', enough));
    expect(told['immediateInvoice']).toMatchObject({ subTotal: 33.33 });
    await story.begun('top', enough);
    expect(await story.last()).toMatchObject({ subtotal: 33.33 });
  });

  it('N6: of a change it is what that costs at once, through both requests', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    const more = await code(20.01);
    const asked = { billingPeriod: 'MONTHLY', charges: units(8) };
    expect(await story.patch(id, { ...asked, ...more })).toRefuse(refused);
    expect(await story.ask('team', { ...asked, ...more })).toRefuse(refused);
    expect(await preview('team', { ...asked, ...more })).toRefuse(refused);
    expect(await story.unitsOf(id)).toBe(5);
    await code(20);
    await story.patched(id, { ...asked, promotionCode: 'OF-20' });
    expect(await story.last()).toMatchObject({ subtotal: 20, discount: 2 });
    expect([await redeemed(20.01), await redeemed(20)]).toEqual([0, 1]);
  });

  describe('N6: where nothing is invoiced at once, it is that of the bill that comes again', () => {
    it.each([
      ['a trial', { trialOverrideConfiguration: { isTrial: true, trialEndDate: on('2026-04-20') } }],
      ['a start to come', { startDate: on('2026-05-01') }],
      ['a start gone by', { startDate: on('2026-04-05') }],
    ])('N6: of %s', async (_title, more) => {
      const bought = invoiced({ billingPeriod: 'MONTHLY', charges: units(5), ...more });
      expect(await story.ask('team', { ...bought, ...(await code(99.01)) })).toRefuse(refused);
      await story.begun('team', { ...bought, ...(await code(99)) });
    });

    it('N6: of a lower plan that waits, and of one that takes its place at once', async () => {
      await story.billed();
      const small = { charges: units(5) };
      const more = await code(69.01);
      expect(await story.ask('small', { ...small, ...more })).toRefuse(refused);
      expect(await preview('small', { ...small, ...more })).toRefuse(refused);
      expect(await story.ask('small', { ...small, ...more, scheduleStrategy: 'IMMEDIATE' })).toRefuse(
        refused,
      );
      await expectOk(story.ask('small', { ...small, ...(await code(69)), scheduleStrategy: 'IMMEDIATE' }));
    });

    it('N6: of a code alone, and of fewer units', async () => {
      const { id } = await story.billed();
      await code(99.01);
      expect(await story.patch(id, { promotionCode: 'of-99.01' })).toRefuse(refused);
      await code(99);
      await story.patched(id, { charges: units(2), promotionCode: 'of-99' });
      expect(await story.unitsOf(id)).toBe(5);
    });

    it.each([
      ['CREATE_PRORATIONS', later],
      ['NONE', informed({ prorationBehavior: 'NONE' })],
    ])('N6: of a change under %s', async (_title, { billingInformation }: Json) => {
      const { id } = await story.billed();
      await story.to('2026-04-20');
      const asked = { charges: units(8), billingInformation };
      expect(await story.patch(id, { ...asked, ...(await code(129.01)) })).toRefuse(refused);
      await story.patched(id, { ...asked, ...(await code(129)) });
      expect(await story.invoices()).toHaveLength(1);
    });
  });

  it('N6: through GraphQL, at each door of it', async () => {
    const asked = (amount: number, more: Json = {}) => ({
      appliedCoupon: { promotionCode: `of-${amount}` },
      ...more,
    });
    for (const amount of [99.01, 20.01]) await code(amount);
    const input = {
      ...{ customerId: 'ada', planId: 'team', billingPeriod: 'MONTHLY', charges: units(5) },
      ...invoiced(asked(99.01)),
    };
    for (const [kind, answer] of [
      ['create', 'id'],
      ['preview', 'isPlanDowngrade'],
    ]) {
      const type = `${kind === 'create' ? 'Create' : 'Preview'}SubscriptionInput`;
      const mutation = `mutation($input: ${type}!) { ${kind}Subscription(input: $input) { ${answer} } }`;
      expect(await story.api.graphql(mutation, { input })).toRefuse(refused);
    }
    const { id } = await story.billed();
    await story.to('2026-04-20');
    const update = `mutation($id: String!, $input: UpdateSubscriptionInput!) { updateSubscription(id: $id, input: $input) { id } }`;
    const change = { id, input: asked(20.01, { charges: units(8) }) };
    expect(await story.api.graphql(update, change)).toRefuse(refused);
  });
});
