import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import type { TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import { moveClock } from '../support/environment-clock';
import { everyField } from '../support/graphql-selection';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { needsPermission } from '../support/suites/permission-suite';
import { boundary, TeamStory, units } from '../support/team-story';

// Domain: customers-subscriptions

interface Invoice {
  subTotal: number;
  total: number;
  currency: string | null;
  billingPeriodRange?: { start: string; end: string };
  lines: { description: string; quantity: number; unitPrice: number; subTotal: number }[];
}
interface Preview {
  immediateInvoice: Invoice;
  recurringInvoice?: Invoice;
  billingPeriodRange?: { start: string; end: string };
  isPlanDowngrade: boolean;
  hasScheduledUpdates: boolean;
}

describe('previews of subscriptions', () => {
  let app: TestApp;
  let story: TeamStory;

  storyForEach(TeamStory, (begun) => ({ app, story } = begun));

  const body = (planId: string, more: Json = {}): Json => ({ customerId: 'ada', planId, ...more });
  const preview = (planId: string, more: Json = {}) =>
    expectOk<Preview>(story.api.rest('POST', '/subscriptions/preview', body(planId, more)));
  const team = (more: Json = {}): [string, Json] => [
    'team',
    { billingPeriod: 'MONTHLY', charges: units(5), ...more },
  ];
  const figures = ({ lines }: Invoice): [number, number, number][] =>
    lines.map(({ quantity, unitPrice, subTotal }) => [quantity, unitPrice, subTotal]);
  const nothing = { subTotal: 0, total: 0, lines: [], currency: null };

  it('W1: what begins costs its first period at once, and each period after it', async () => {
    const told = await preview(...team({ addons: [{ id: 'extra', quantity: 2 }] }));
    expect(told.immediateInvoice).toMatchObject({
      ...{ subTotal: 109, total: 109, currency: 'usd', tax: 0, discount: 0, discounts: [] },
      billingPeriodRange: { start: on('2026-04-10'), end: boundary },
      lines: [
        { description: 'team, 2026-04-10 to 2026-05-10', quantity: 1, unitPrice: 49, subTotal: 49 },
        { description: 'team: Seats, 2026-04-10 to 2026-05-10', quantity: 5, unitPrice: 10, subTotal: 50 },
        { description: 'extra, 2026-04-10 to 2026-05-10', quantity: 2, unitPrice: 5, subTotal: 10 },
      ],
    });
    expect(told.recurringInvoice).toMatchObject({
      ...{ subTotal: 109, total: 109 },
      billingPeriodRange: { start: boundary, end: on('2026-06-10') },
    });
    expect(told).toMatchObject({
      billingPeriodRange: { start: on('2026-04-10'), end: boundary },
      ...{ isPlanDowngrade: false, hasScheduledUpdates: false, freeItems: [] },
    });
  });

  it('R1, R2, W3: seats more of the plan that runs cost the rest of the period', async () => {
    await story.team();
    await story.to('2026-04-20');
    const told = await preview('team', { charges: units(8) });
    expect(told.immediateInvoice).toMatchObject({ subTotal: 20, total: 20 });
    expect(figures(told.immediateInvoice)).toEqual([
      [5, -10, -33.33],
      [8, 10, 53.33],
    ]);
    expect(told.immediateInvoice.lines.map(({ description }) => description)).toEqual([
      'Unused: team: Seats, 2026-04-20 to 2026-05-10 (20 of 30 days)',
      'team: Seats, 2026-04-20 to 2026-05-10 (20 of 30 days)',
    ]);
    expect(told.recurringInvoice).toMatchObject({ subTotal: 129 });
  });

  it('R1, D2: a higher plan takes over the cycle; what costs the same on both has no line', async () => {
    await story.begun('small', { charges: units(5) });
    await story.to('2026-04-20');
    const told = await preview(...team());
    expect(figures(told.immediateInvoice)).toEqual([
      [1, -19, -12.67],
      [1, 49, 32.67],
    ]);
    expect(told.immediateInvoice).toMatchObject({ subTotal: 20, billingPeriodRange: { end: boundary } });
    expect(told.immediateInvoice.lines[0]?.description).toBe(
      'Unused: small, 2026-04-20 to 2026-05-10 (20 of 30 days)',
    );
    expect(told).toMatchObject({ isPlanDowngrade: false, recurringInvoice: { subTotal: 99 } });
  });

  it('R1: counts seconds where parts are no whole days', async () => {
    await story.team();
    await moveClock(story.place, '2026-04-20T12:00:00.000Z');
    const { immediateInvoice } = await preview('team', { charges: units(6) });
    expect(immediateInvoice.lines[1]?.description).toBe(
      'team: Seats, 2026-04-20T12:00:00Z to 2026-05-10 (1684800 of 2592000 seconds)',
    );
    expect(immediateInvoice.subTotal).toBe(6.5);
  });

  it('Q1, W2: a lower plan costs nothing now and waits; what was bought meanwhile is in its price', async () => {
    await story.team({ charges: units(9) });
    await story.to('2026-04-15');
    const told = await preview('small');
    expect(told).toMatchObject({
      ...{ isPlanDowngrade: true, hasScheduledUpdates: true },
      immediateInvoice: nothing,
      recurringInvoice: { subTotal: 109, billingPeriodRange: { start: boundary, end: on('2026-06-10') } },
    });
  });

  it('W2: below zero nothing is to be paid', async () => {
    await story.team();
    await story.to('2026-04-20');
    const { immediateInvoice } = await preview('small', { charges: units(5), scheduleStrategy: 'IMMEDIATE' });
    expect(immediateInvoice).toMatchObject({ subTotal: -20, total: 0 });
  });

  it('B4: NOW gives back the rest of the running period and bills a whole one', async () => {
    await story.team();
    await story.to('2026-04-20');
    const told = await preview('team', { billingCycleAnchor: 'NOW' });
    expect(figures(told.immediateInvoice)).toEqual([
      [1, -49, -32.67],
      [5, -10, -33.33],
      [1, 49, 49],
      [5, 10, 50],
    ]);
    expect(told.immediateInvoice).toMatchObject({
      ...{ subTotal: 33, billingPeriodRange: { start: on('2026-04-20'), end: on('2026-05-20') } },
    });
  });

  it('B4, R1: by the year instead of the month, from the anchor on', async () => {
    await story.team();
    await story.to('2026-04-20');
    const told = await preview('team', { billingPeriod: 'ANNUALLY' });
    // 355 of 365 days are left of 490 and 5 × 100.
    expect(figures(told.immediateInvoice)).toEqual([
      [1, -49, -32.67],
      [5, -10, -33.33],
      [1, 490, 476.58],
      [5, 100, 486.3],
    ]);
    expect(told.recurringInvoice).toMatchObject({
      ...{ subTotal: 990, billingPeriodRange: { start: on('2027-04-10'), end: on('2028-04-10') } },
    });
  });

  it('B2: a short first period costs its part', async () => {
    await expectOk(story.api.rest('PATCH', '/environment-settings', { billingAnchor: 'START_OF_THE_MONTH' }));
    const told = await preview(...team());
    expect(told.immediateInvoice).toMatchObject({
      ...{ subTotal: 69.3, billingPeriodRange: { start: on('2026-04-10'), end: on('2026-05-01') } },
      lines: [
        { description: 'team, 2026-04-10 to 2026-05-01 (21 of 30 days)', unitPrice: 49, subTotal: 34.3 },
        { quantity: 5, unitPrice: 10, subTotal: 35 },
      ],
    });
    expect(told.recurringInvoice).toMatchObject({ subTotal: 99 });
  });

  it('Q2, T4: nothing is due in a trial, the first period where it ends', async () => {
    const told = await preview('tried');
    expect(told).toMatchObject({
      immediateInvoice: nothing,
      recurringInvoice: {
        ...{ subTotal: 29, billingPeriodRange: { start: on('2026-04-24'), end: on('2026-05-24') } },
      },
    });
    expect(told).not.toHaveProperty('billingPeriodRange');
    expect(await preview('ending')).not.toHaveProperty('recurringInvoice');
  });

  it('V4: what is bought in a trial is due at its end', async () => {
    await story.begun('tried');
    expect(await preview('pro')).toMatchObject({
      immediateInvoice: nothing,
      recurringInvoice: { subTotal: 49, billingPeriodRange: { start: on('2026-04-24') } },
    });
  });

  it('Q3, V6: what began before now is charged from the next period on, a change of it too', async () => {
    const backdated = { startDate: on('2026-04-05') };
    expect(await preview(...team(backdated))).toMatchObject({
      immediateInvoice: nothing,
      billingPeriodRange: { start: on('2026-04-05'), end: on('2026-05-05') },
      recurringInvoice: { subTotal: 99, billingPeriodRange: { start: on('2026-05-05') } },
    });
    await story.team(backdated);
    await story.to('2026-04-20');
    expect(await preview('team', { charges: units(8) })).toMatchObject({
      immediateInvoice: nothing,
      recurringInvoice: { subTotal: 129 },
    });
    await story.to('2026-05-20');
    expect(await preview('team', { charges: units(8) })).toMatchObject({
      // 16 of 31 days.
      immediateInvoice: { subTotal: 15.48 },
    });
  });

  it('V6: what begins later costs nothing until then', async () => {
    expect(await preview(...team({ startDate: on('2026-04-12') }))).toMatchObject({
      immediateInvoice: nothing,
      recurringInvoice: { subTotal: 99, billingPeriodRange: { start: on('2026-04-12') } },
    });
  });

  it('W1: a FREE or CUSTOM plan costs nothing; a plan that ends with the period does not recur', async () => {
    for (const plan of ['free', 'agreed']) {
      const told = await preview(plan);
      expect(told.immediateInvoice).toMatchObject(nothing);
      expect(told).not.toHaveProperty('recurringInvoice');
    }
    const { id } = await story.team();
    await expectOk(story.cancel(id, { cancellationTime: 'END_OF_BILLING_PERIOD' }));
    expect(await preview('team', { charges: units(6) })).not.toHaveProperty('recurringInvoice');
  });

  it('W3: nothing is written, and it answers what the provision then costs', async () => {
    await story.begun('small', { charges: units(5) });
    await story.to('2026-04-20');
    const rows = () =>
      app.dataSource.query(
        `select (select count(*) from subscription) as subscriptions, (select count(*) from activity) as entries,
                (select count(*) from outbox_event) as events, (select max(revision) from subscription) as revision,
                (select count(*) from customer_resource) as resources`,
      );
    const before = await rows();
    const told = await preview(...team());
    expect(await preview(...team())).toEqual(told);
    expect(await rows()).toEqual(before);
    expect(await story.limit()).toBe(19);
  });

  describe('N2, N5: with a coupon', () => {
    const tenth = { id: 'tenth', name: 'A tenth', percentOff: 10 };
    beforeEach(() => expectOk(story.api.rest('POST', '/coupons', tenth)));

    it('takes it off now and at renewal, as long as it lasts then', async () => {
      const applied = { appliedCoupon: { couponId: 'tenth' } };
      const off = {
        ...{ subTotal: 99, discount: 9.9, total: 89.1, discountDetails: { percentage: 10 } },
        discounts: [{ amount: 9.9, currency: 'usd', description: 'A tenth' }],
      };
      expect(await preview(...team(applied))).toMatchObject({ immediateInvoice: off, recurringInvoice: off });
      const month = { appliedCoupon: { discount: { name: 'Once', percentOff: 10, durationInMonths: 1 } } };
      const once = await preview(...team(month));
      expect(once).toMatchObject({ immediateInvoice: { discount: 9.9 }, recurringInvoice: { discount: 0 } });
      expect(once.recurringInvoice).not.toHaveProperty('discountDetails');
      expect((await expectPage(story.api.rest('GET', '/coupons'))).data).toHaveLength(1);
    });

    it('applies to the net of a change, also that of the customer', async () => {
      await expectOk(story.api.rest('PATCH', '/customers/ada', { couponId: 'tenth' }));
      await story.team();
      await story.to('2026-04-20');
      expect(await preview('team', { charges: units(8) })).toMatchObject({
        immediateInvoice: { subTotal: 20, discount: 2, total: 18 },
      });
    });

    it('N6: redeems no code', async () => {
      const code = { id: 'ONCE', couponId: 'tenth', maxRedemptions: 1 };
      await expectOk(story.api.rest('POST', '/promotion-codes', code));
      const applied = team({ appliedCoupon: { promotionCode: 'once' } });
      for (const _ of [1, 2])
        expect(await preview(...applied)).toMatchObject({
          immediateInvoice: { discount: 9.9, discountDetails: { code: 'ONCE', percentage: 10 } },
        });
      await expectOk(story.ask(...applied));
    });
  });

  it('W3: billableFeatures are charges in older words; one feature in both is refused', async () => {
    const { charges: _, ...rest } = team()[1];
    const older = { ...rest, billableFeatures: [{ featureId: 'seats', quantity: 5 }] };
    expect(await preview('team', older)).toEqual(await preview(...team()));
    const both = body('team', { ...older, charges: units(5) });
    expect(await story.api.rest('POST', '/subscriptions/preview', both)).toRefuse(
      'BadUserInput',
      /billableFeatures\[0\]\.featureId: seats/,
    );
  });

  it.each<[ErrorCode, Json]>([
    ['CustomerNotFound', body('team', { customerId: 'nobody' })],
    ['PlanNotFound', body('nothing')],
    ['BillingPeriodMissingError', body('team', { charges: units(5) })],
    ['InvalidQuantity', body('team', { billingPeriod: 'MONTHLY', charges: units(1.5) })],
    ['AddonNotFound', body('small', { addons: [{ id: 'nothing', quantity: 1 }] })],
    ['UnsupportedParameter', body('small', { resourceId: 'room' })],
    ['CouponNotFound', body('small', { appliedCoupon: { couponId: 'ten' } })],
    ['BadUserInput', body('small', { appliedCoupon: { couponId: 'ten', promotionCode: 'TEN' } })],
    ['UnsupportedParameter', body('small', { billingInformation: { taxPercentage: 19 } })],
    ['BadUserInput', body('small', { id: 'mine' })],
  ])('W3: refuses what a provision refuses: %s', async (code, asked) => {
    expect(await story.api.rest('POST', '/subscriptions/preview', asked)).toRefuse(code);
  });

  it('W1: through GraphQL too', async () => {
    const mutation = `mutation($input: PreviewSubscriptionInput!) { previewSubscription(input: $input) ${everyField(app, 'SubscriptionPreview')} }`;
    const input = body(...team());
    const { immediateInvoice, recurringInvoice, ...told } = await preview(...team());
    expect(await expectOk<Json>(story.api.graphql(mutation, { input }))).toEqual({
      ...told,
      immediateInvoice: { ...immediateInvoice, discountDetails: null },
      recurringInvoice: { ...recurringInvoice, discountDetails: null },
    });
    expect(await story.api.graphql(mutation, { input: body('nothing') })).toRefuse('PlanNotFound');
  });

  it('one environment sees nothing of another', async () => {
    await story.team();
    const foreign = body('team', { billingPeriod: 'MONTHLY' });
    expect(await app.b.api.rest('POST', '/subscriptions/preview', foreign)).toRefuse('CustomerNotFound');
    expect((await expectPage(app.b.api.rest('GET', '/subscriptions'))).data).toEqual([]);
  });

  needsPermission({
    app: () => app,
    resource: 'subscriptions',
    reads: [
      {
        rest: ['POST', '/subscriptions/preview', { customerId: 'nobody', planId: 'nothing' }],
        graphql:
          'mutation { previewSubscription(input: { customerId: "nobody", planId: "nothing" }) { isPlanDowngrade } }',
      },
    ],
    writes: [],
  });
});
