import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import type { Json } from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import { flatFee, usd } from '../support/priced-plans';
import { base, extra, own, perSeat, PriceStory, seats, withExtra } from '../support/price-story';
import { storyForEach } from '../support/story-for-each';

// Domain: customers-subscriptions

describe('price overrides within the terms of a subscription', () => {
  let story: PriceStory;

  storyForEach(PriceStory, (begun) => ({ story } = begun));

  describe('O1: as long as the plan', () => {
    it('an addon takes its prices with it', async () => {
      const { id } = await story.team({ ...withExtra, ...own(base(40), extra(4)) });
      await story.patched(id, { addons: [] });
      await story.to('2026-05-11');
      expect(await story.amountsOf(id)).toEqual({ base: 40, seats: 10 });
      await story.patched(id, withExtra);
      expect(await story.amountsOf(id)).toEqual({ base: 40, seats: 10, extra: 5 });
    });

    it('another plan begins with those of the catalog, or with its own, also where it waits', async () => {
      const { id } = await story.team(own(base(40), seats(8)));
      await expectOk(story.ask('small', own(base(15))));
      expect(await story.amountsOf(id)).toEqual({ base: 40, seats: 8 });
      expect(await story.preview('small')).toMatchObject({ recurringInvoice: { subTotal: 69 } });
      await story.to('2026-05-11');
      const small = await story.idOf('small');
      expect(await story.amountsOf(small)).toEqual({ base: 15, seats: 10 });
      await story.team();
      expect(await story.amountsOf(await story.idOf('team'))).toEqual({ base: 49, seats: 10 });
    });

    it('another billing period has other amounts, so it begins with those of the catalog', async () => {
      const { id } = await story.team({ ...own(base(40)), minimumSpend: usd(200) });
      const byYear = { billingPeriod: 'ANNUALLY', ...own(seats(90)) };
      expect(await story.patched(id, byYear)).toMatchObject({
        prices: [{ amount: 490 }, { amount: 90 }],
        minimumSpend: null,
      });
      for (const asked of [own(base(40)), { minimumSpend: usd(10) }])
        expect(await story.patch(id, { billingPeriod: 'MONTHLY', ...asked })).toRefuse(
          'BadUserInput',
          /^(priceOverrides|minimumSpend): the billing period changes later/,
        );
      await story.patched(id, { billingPeriod: 'MONTHLY' });
      expect(await story.amountsOf(id)).toEqual({ base: 490, seats: 90 });
      await story.to('2027-04-11');
      expect(await story.amountsOf(id)).toEqual({ base: 49, seats: 10 });
    });
  });

  describe('X5, catalog L7: over versions', () => {
    it('they survive a migration, at once and at the end of the period', async () => {
      const { id } = await story.team(own(seats(8)));
      await story.publish('NEW_CUSTOMERS', 'team', flatFee(59), perSeat(12));
      await expectOk(story.api.rest('POST', `/subscriptions/${id}/migrate`));
      expect(await story.amountsOf(id)).toEqual({ base: 59, seats: 8 });
      await story.publish('NEW_CUSTOMERS', 'team', flatFee(69), perSeat(14));
      const later = { subscriptionMigrationTime: 'END_OF_BILLING_PERIOD' };
      await expectOk(story.api.rest('POST', `/subscriptions/${id}/migrate`, later));
      await story.to('2026-05-11');
      expect(await story.amountsOf(id)).toEqual({ base: 69, seats: 8 });
    });

    it.each<[string, () => Promise<void>]>([
      ['lacks the charge', () => story.publish('NEW_CUSTOMERS', 'team', flatFee(59))],
      ['is FREE', () => story.publish('NEW_CUSTOMERS', 'team')],
    ])('a move to a version that %s is refused', async (_case, published) => {
      const { id } = await story.team(own(seats(8)));
      await published();
      const migrate = () => story.api.rest('POST', `/subscriptions/${id}/migrate`);
      expect(await migrate()).toRefuse('InvalidArgumentError', /priceOverrides/);
      expect(await story.amountsOf(id)).toEqual({ base: 49, seats: 8 });
      await story.patched(id, own(seats(null)));
      await expectOk(migrate());
    });

    it('so is one to a version that sells it in another way: by the unit and no more by usage', async () => {
      await story.sellUsage();
      const { id } = await story.begun('usage', own({ featureId: 'events', amount: 0.4 }));
      await story.publish('NEW_CUSTOMERS', 'usage', flatFee(20), perSeat(1, { featureId: 'events' }));
      expect(await story.api.rest('POST', `/subscriptions/${id}/migrate`)).toRefuse(
        'InvalidArgumentError',
        /^priceOverrides: plan usage does not sell events as before/,
      );
    });

    it('publishing for all leaves whose charge is lost where they are, and tells why', async () => {
      const { id } = await story.team(own(seats(8)));
      await story.publish('ALL_CUSTOMERS', 'team', flatFee(59));
      await story.to('2026-04-11');
      const { data } = await expectPage<Json>(story.api.rest('GET', '/tasks?kind=MIGRATE_SUBSCRIPTIONS'));
      const results = await expectPage(story.api.rest('GET', `/tasks/${String(data[0]?.['id'])}/results`));
      expect(data).toMatchObject([{ state: 'FAILED' }]);
      expect(results.data).toMatchObject([{ entityId: id, code: 'InvalidArgumentError' }]);
      expect(await story.amountsOf(id)).toEqual({ base: 49, seats: 8 });
    });
  });

  describe('O1, catalog R10: refused', () => {
    it.each<[string, ErrorCode, Json, RegExp]>([
      [
        'a feature without price',
        'InvalidUpdatePriceUnitAmountError',
        { featureId: 'calls', amount: 1 },
        /names a charge/,
      ],
      ['an addon that is not there', 'InvalidUpdatePriceUnitAmountError', extra(1), /names a charge/],
      ['a negative amount', 'InvalidUpdatePriceUnitAmountError', base(-0.01), /amount must be 0 or more/],
      ['too large an amount', 'AmountTooLarge', base(1e9), /\.amount/],
      ['an amount of 13 decimals', 'BadUserInput', base(0.1234567890123), /12 decimals/],
      ['another currency', 'BadUserInput', base(1, { currency: 'eur' }), /\.currency: .*usd/],
      ['no target', 'BadUserInput', { amount: 1 }, /must name what it prices/],
      ['two targets', 'BadUserInput', { ...base(1), featureId: 'seats' }, /must name one/],
      ['nothing to replace', 'BadUserInput', { baseCharge: true }, /changes nothing/],
      [
        'tiers of one amount',
        'BadUserInput',
        { baseCharge: true, tiers: [{ unitPrice: usd(1) }] },
        /FLAT_FEE/,
      ],
      [
        'tiers that end',
        'BadUserInput',
        { featureId: 'seats', tiers: [{ upTo: 5, unitPrice: usd(1) }] },
        /last tier/,
      ],
      ['tiers without a price', 'BadUserInput', { featureId: 'seats', tiers: [{}] }, /needs a unitPrice/],
      [
        'tiers in two currencies',
        'BadUserInput',
        { featureId: 'seats', tiers: [{ unitPrice: usd(1), flatPrice: { amount: 1, currency: 'eur' } }] },
        /usd and eur/,
      ],
      ['blocks of nothing', 'BadUserInput', seats(1, { blockSize: 0 }), /blockSize must be above 0/],
      [
        'a credit rate in a currency that is not there',
        'CustomCurrencyNotFound',
        { featureId: 'seats', creditRate: { amount: 1, currencyId: 'nothing' } },
        /creditRate: .*nothing/,
      ],
      [
        'a cadence of credits',
        'UnsupportedParameter',
        base(1, { creditGrantCadence: 'MONTHLY' }),
        /\.creditGrantCadence/,
      ],
      ['an unknown field', 'BadUserInput', base(1, { price: 1 }), /price is not a known field/],
    ])('%s: %s', async (_case, code, override, message) => {
      const before = 'baseCharge' in override ? [seats(9)] : [base(1)];
      const asked = { billingPeriod: 'MONTHLY', ...own(...before, override) };
      expect(await story.ask('team', asked)).toRefuse(code, message);
      expect(await story.ask('team', asked)).toRefuse(code, /^priceOverrides\[1\]/);
      expect(await story.all()).toEqual([]);
    });

    it('O1: one charge twice is BadUserInput', async () => {
      const asked = {
        billingPeriod: 'MONTHLY',
        ...withExtra,
        ...own(extra(1), extra(2, { baseCharge: true })),
      };
      expect(await story.ask('team', asked)).toRefuse('BadUserInput', /^priceOverrides\[1\].*same charge/);
    });

    it('O1: tiers and blocks only when it is bought', async () => {
      const { id } = await story.team();
      for (const more of [{ blockSize: 5 }, { tiers: [{ unitPrice: usd(1) }] }, { creditRate: {} }])
        expect(await story.patch(id, own({ featureId: 'seats', ...more }))).toRefuse(
          'BadUserInput',
          /is not a known field/,
        );
      expect(await story.amountsOf(id)).toEqual({ base: 49, seats: 10 });
    });

    it.each(['free', 'agreed'])('V7: on a plan without price, %s', async (planId) => {
      expect(await story.ask(planId, own(base(1)))).toRefuse('UnsupportedParameter', /^priceOverrides/);
      expect(await story.ask(planId, { minimumSpend: usd(1) })).toRefuse(
        'UnsupportedParameter',
        /^minimumSpend/,
      );
      const { id } = await story.begun(planId, { ...own(), minimumSpend: null });
      expect(await story.patch(id, own(base(1)))).toRefuse('UnsupportedParameter', /^priceOverrides/);
    });
  });
});
