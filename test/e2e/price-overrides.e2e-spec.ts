import type { TestApp } from '../support/app';
import { publishPlan, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { eventsAbout } from '../support/events';
import { everyField } from '../support/graphql-selection';
import { monthly, usd } from '../support/priced-plans';
import { begin, on } from '../support/subscription-lives';
import { base, extra, own, PriceStory, seats, withExtra, type ToldPrice } from '../support/price-story';
import { storyForEach } from '../support/story-for-each';
import { units } from '../support/team-story';

// Domain: customers-subscriptions

describe('price overrides of subscriptions', () => {
  let app: TestApp;
  let story: PriceStory;

  storyForEach(PriceStory, (begun) => ({ app, story } = begun));

  describe('O1, S1: given with a plan', () => {
    it('O1: of the plan itself, of a feature and of an addon, told in prices and by the event', async () => {
      const { id, subscription } = await story.team({
        ...withExtra,
        ...own(base(40), seats(8.5, { currency: 'usd' }), extra(4, { baseCharge: true })),
      });
      expect(await story.amountsOf(id)).toEqual({ base: 40, seats: 8.5, extra: 4 });
      expect((subscription['prices'] as ToldPrice[]).map(({ amount }) => amount)).toEqual([40, 8.5, 4]);
      const [event] = await eventsAbout(app, id);
      expect(event).toMatchObject({ payload: { subscription: { prices: [{ amount: 40 }, {}, {}] } } });
    });

    it('O1: tiers and the size of blocks take the place of what the catalog says', async () => {
      await story.sellUsage();
      const tiers = [
        { unitPrice: usd(1), upTo: 10 },
        { unitPrice: usd(0.25), flatPrice: usd(3) },
      ];
      const { id } = await story.begun('usage', {
        ...own({ featureId: 'events', tiers }, { featureId: 'storage', amount: 5, blockSize: 500 }),
      });
      expect(await story.pricesOf(id)).toMatchObject([
        { amount: 20 },
        { featureId: 'events', tiers },
        { featureId: 'storage', amount: 5, blockSize: 500 },
        {},
      ]);
      expect((await story.pricesOf(id))[1]).not.toHaveProperty('amount');
    });

    it('O1: an override that is a tier price of units is billed by its tiers', async () => {
      const tiers = [{ upTo: 3, unitPrice: usd(10) }, { unitPrice: usd(4) }];
      const told = await story.preview('team', {
        ...{ billingPeriod: 'MONTHLY', charges: units(5) },
        ...own({ featureId: 'seats', tiers }),
      });
      // 49 + 3 × 10 + 2 × 4
      expect(told).toMatchObject({
        immediateInvoice: { subTotal: 87 },
        recurringInvoice: { subTotal: 87 },
      });
    });

    it('O1, catalog R9: the currency of a price chooses the list, and is that of the subscription', async () => {
      const euros = { amount: 18, currency: 'eur' };
      await publishPlan(story.api, {
        ...{ id: 'both', productId: 'main', pricingType: null },
        patch: {
          charges: {
            pricingType: 'PAID',
            pricingModels: [
              {
                billingModel: 'FLAT_FEE',
                pricePeriods: [
                  monthly(20),
                  { billingPeriod: 'MONTHLY', price: euros, billingCountryCode: 'DE' },
                ],
              },
            ],
          },
        },
      });
      const { id } = await story.begun('both', own(base(15, { currency: 'eur' })));
      expect(await story.pricesOf(id)).toMatchObject([{ amount: 15, currency: 'eur' }]);
      expect(await story.patch(id, own(base(15, { currency: 'usd' })))).toRefuse(
        'BadUserInput',
        /^priceOverrides\[0\]\.currency: .*eur/,
      );
    });

    it('O1, catalog R7: a country names the price of that country', async () => {
      const local = { ...base(30), billingCountryCode: 'DE' };
      const german = { billingPeriod: 'MONTHLY', billingCountryCode: 'DE' };
      expect(await story.ask('team', { ...german, ...own({ ...local, billingCountryCode: 'FR' }) })).toRefuse(
        'InvalidUpdatePriceUnitAmountError',
        /^priceOverrides\[0\]\.billingCountryCode/,
      );
      const { id } = await story.begun('team', { ...german, ...own(local) });
      expect(await story.amountsOf(id)).toMatchObject({ base: 30 });
    });

    it('O1, V4: a trial, and what waits for its start, begin with them', async () => {
      const { id } = await story.begun('tried', own(base(19)));
      await story.to('2026-04-25');
      expect(await story.get(id)).toMatchObject({ status: 'ACTIVE', prices: [{ amount: 19 }] });
      const later = await story.begun('pro', { startDate: on('2026-05-01'), ...own(base(39)) });
      await story.to('2026-05-02');
      expect(await story.amountsOf(later.id)).toEqual({ base: 39 });
    });
  });

  describe('O1, D1: changed by PATCH', () => {
    it('merges by target: another price of one leaves the others, and is told once', async () => {
      const { id } = await story.team({ ...withExtra, ...own(base(40), extra(4)) });
      expect(await story.patched(id, own(seats(9), extra(3, { baseCharge: true })))).toMatchObject({
        prices: [{ amount: 40 }, { amount: 9 }, { amount: 3 }],
        futureUpdates: [],
      });
      expect((await story.told(id)).map(([type]) => type)).toEqual([
        'subscription.created',
        'subscription.updated',
      ]);
    });

    it('an amount leaves the size of its blocks, and takes the place of tiers', async () => {
      await story.sellUsage();
      const tiers = [{ unitPrice: usd(1) }];
      const { id } = await story.begun('usage', {
        ...own({ featureId: 'events', tiers }, { featureId: 'storage', blockSize: 500 }),
      });
      await story.patched(
        id,
        own({ featureId: 'events', amount: 0.75 }, { featureId: 'storage', amount: 9 }),
      );
      const [, events, storage] = await story.pricesOf(id);
      expect(events).toEqual({
        ...{ addonId: null, baseCharge: false, currency: 'usd', featureId: 'events', amount: 0.75 },
      });
      expect(storage).toMatchObject({ amount: 9, blockSize: 500 });
    });

    it('credits are named by currencyId', async () => {
      await story.sellUsage();
      const { id } = await story.begun('usage');
      await story.patched(id, own({ currencyId: 'tokens', amount: 1.5 }));
      expect((await story.pricesOf(id)).map(({ amount }) => amount)).toEqual([20, 0.5, 2, 1.5]);
      expect(await story.ask('usage', own({ currencyId: 'tokens', amount: 1 }))).toRefuse(
        'BadUserInput',
        /currencyId is not a known field/,
      );
    });

    it('without a price the catalog counts again; to take back what is not there changes nothing', async () => {
      const { id } = await story.team(own(base(40), seats(8)));
      await story.patched(id, own(base(null), { featureId: 'seats' }));
      expect(await story.amountsOf(id)).toEqual({ base: 49, seats: 10 });
      await story.patched(id, own(base(null)));
      const [row] = await app.dataSource.query<{ own: boolean }[]>(
        `select purchase ? 'priceOverrides' as own from subscription where id = $1`,
        [id],
      );
      expect(row).toEqual({ own: false });
      expect(await story.patch(id, own({ featureId: 'guests' }))).toRefuse(
        'InvalidUpdatePriceUnitAmountError',
      );
    });

    it('nothing named changes nothing and is told nobody', async () => {
      const { id } = await story.team();
      await story.patched(id, own());
      expect(await story.told(id)).toEqual([['subscription.created', begin]]);
    });

    it('V5: so does the same plan again, which may restate tiers', async () => {
      const { id } = await story.team(own(base(40)));
      const tiers = [{ upTo: 3, unitPrice: usd(10) }, { unitPrice: usd(4) }];
      await story.team(own({ featureId: 'seats', tiers }));
      expect(await story.pricesOf(id)).toMatchObject([{ amount: 40 }, { tiers }]);
      await story.team();
      expect(await story.pricesOf(id)).toMatchObject([{ amount: 40 }, { tiers }]);
    });

    it('entitlements-usage H1: another price restarts no usage, whatever the product says', async () => {
      await expectOk(
        story.api.rest('PATCH', '/products/main', { usageResetCutoffRule: { behavior: 'ALWAYS_RESET' } }),
      );
      const { id } = await story.team();
      await story.to('2026-04-12');
      await story.patched(id, { ...own(base(40)), minimumSpend: usd(100) });
      expect(await story.check()).toMatchObject({ usagePeriodAnchor: begin });
      await story.patched(id, { charges: units(6) });
      expect(await story.check()).toMatchObject({ usagePeriodAnchor: on('2026-04-12') });
    });
  });

  describe('D2, R1, W3: what they cost', () => {
    it('D2: a lower price is made at once, and the rest of the period comes back', async () => {
      await story.team();
      await story.to('2026-04-20');
      const told = await story.preview('team', own(base(40)));
      // 20 of 30 days of −49 and +40.
      expect(told.immediateInvoice.lines).toMatchObject([
        { unitPrice: -49, subTotal: -32.67 },
        { unitPrice: 40, subTotal: 26.67 },
      ]);
      expect(told).toMatchObject({ recurringInvoice: { subTotal: 90 }, hasScheduledUpdates: false });
    });

    it('W3, D3: a preview of a change includes the prices that the subscription has', async () => {
      await story.team(own(seats(8)));
      await story.to('2026-04-20');
      // 3 × 8 × 20/30
      expect(await story.preview('team', { charges: units(8) })).toMatchObject({
        immediateInvoice: { subTotal: 16 },
        recurringInvoice: { subTotal: 113 },
      });
    });

    it('D2: whatever strategy is asked for, prices change at once and no PRICE_OVERRIDE waits', async () => {
      const { id } = await story.team();
      const told = await story.patched(id, {
        ...{ charges: units(2), scheduleStrategy: 'END_OF_BILLING_PERIOD' },
        ...own(seats(8)),
      });
      expect(told).toMatchObject({ prices: [{}, { amount: 8 }] });
      expect(await story.statuses(id)).toEqual([['UNIT_AMOUNT', 'SCHEDULED']]);
      expect(await story.unitsOf(id)).toBe(5);
      await story.to('2026-05-11');
      expect(await story.amountsOf(id)).toEqual({ base: 49, seats: 8 });
      expect(await story.unitsOf(id)).toBe(2);
    });

    it('N6: the bill that a code asks about is that of the subscription', async () => {
      await expectOk(story.api.rest('POST', '/coupons', { id: 'tenth', name: 'A tenth', percentOff: 10 }));
      const code = { id: 'BIG', couponId: 'tenth', minimumAmount: usd(99) };
      await expectOk(story.api.rest('POST', '/promotion-codes', code));
      const asked = { billingPeriod: 'MONTHLY', charges: units(5), appliedCoupon: { promotionCode: 'BIG' } };
      expect(await story.ask('team', { ...asked, ...own(base(48)) })).toRefuse(
        'PromotionCodeMinimumAmountNotReached',
      );
      expect(await story.ask('team', { ...asked, minimumSpend: usd(98) })).toMatchObject({ status: 201 });
    });
  });

  it('O1: through GraphQL, at each door of it', async () => {
    const fields = everyField(app, 'Subscription');
    const create = `mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { id subscription ${fields} } }`;
    const input = { customerId: 'ada', planId: 'team', billingPeriod: 'MONTHLY', charges: units(5) };
    const made = await expectOk<{ id: string; subscription: Json }>(
      story.api.graphql(create, { input: { ...input, ...own(base(40)) } }),
    );
    expect(await story.amountsOf(made.id)).toEqual({ base: 40, seats: 10 });
    const update = `mutation($id: String!, $input: UpdateSubscriptionInput!) { updateSubscription(id: $id, input: $input) { prices { amount } minimumSpend { amount currency } } }`;
    const change = { ...own(base(null), seats(8)), minimumSpend: usd(100) };
    expect(await expectOk(story.api.graphql(update, { id: made.id, input: change }))).toEqual({
      prices: [{ amount: 49 }, { amount: 8 }],
      minimumSpend: usd(100),
    });
    const told = `mutation($input: PreviewSubscriptionInput!) { previewSubscription(input: $input) { recurringInvoice { subTotal } } }`;
    expect(
      await expectOk(story.api.graphql(told, { input: { ...input, ...own(seats(7)), minimumSpend: null } })),
    ).toEqual({ recurringInvoice: { subTotal: 84 } });
    expect(
      await story.api.graphql(update, { id: made.id, input: own({ featureId: 'calls', amount: 1 }) }),
    ).toRefuse('InvalidUpdatePriceUnitAmountError');
  });
});
