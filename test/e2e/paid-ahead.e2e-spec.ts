import type { TestApp } from '../support/app';
import { createFeature, feature, publishPlan, report, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { linesOf, amountsOf, informed, invoiced, InvoiceStory, later } from '../support/invoice-story';
import { flatFee, monthly, overageOf } from '../support/priced-plans';
import { storyForEach } from '../support/story-for-each';
import { units } from '../support/team-story';

// Domain: customers-subscriptions

describe('what was paid for in advance', () => {
  let app: TestApp;
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ app, story } = begun));

  const coupon = (id: string, terms: Json) =>
    expectOk(story.api.rest('POST', '/coupons', { id, name: id, ...terms }));
  const off = (couponId: string): Json => ({ appliedCoupon: { couponId } });
  const five = { amountsOff: [{ amount: 5, currency: 'usd' }] };
  const byMonthAndYear: Json = {
    billingModel: 'FLAT_FEE',
    pricePeriods: [monthly(49), monthly(490, { billingPeriod: 'ANNUALLY' })],
  };
  const unprorated: Json = { billingInformation: { prorationBehavior: 'NONE' } };
  /** Subtotal, discount and total of each. */
  const figures = async () =>
    (await story.invoices()).map(({ subtotal, discount, total }) => [subtotal, discount, total]);

  describe('R1, N5: comes back as it was discounted', () => {
    it('by a fixed amount: a change that is undone costs nothing, and nobody earns what was taken off', async () => {
      await coupon('five', five);
      const { id } = await story.billed('team', off('five'));
      await story.to('2026-04-20');
      await story.patched(id, { charges: units(8) });
      await story.patched(id, { charges: units(5), scheduleStrategy: 'IMMEDIATE' });
      await story.givenBack(id);
      expect(await figures()).toEqual([
        [99, 5, 94],
        [20, 5, 15],
        [-20, -5, -15],
        // Of the five of a month 20 of 30 days.
        [-66, -3.33, -62.67],
      ]);
    });

    it('also where the coupon is over by then, and not by one that came later', async () => {
      await coupon('once', { percentOff: 50, durationInMonths: 1 });
      await coupon('late', { percentOff: 20 });
      const { id } = await story.begun('pro', invoiced(off('once')));
      await story.to('2026-05-20');
      await story.patched(id, off('late'));
      await story.givenBack(id);
      // The second month was paid in full: 21 of its 31 days.
      expect(await figures()).toEqual([
        [49, 24.5, 24.5],
        [49, 0, 49],
        [-33.19, 0, -33.19],
      ]);
    });

    it('of a percentage that ended within the period', async () => {
      await coupon('start', { percentOff: 50 });
      const { id } = await story.begun('pro', invoiced(off('start')));
      await story.to('2026-04-20');
      await coupon('ten', { percentOff: 10 });
      await story.patched(id, off('ten'));
      await story.givenBack(id);
      expect(await figures()).toEqual([
        [49, 24.5, 24.5],
        [-32.67, -16.33, -16.34],
      ]);
    });

    it('of lines that wait for the next invoice, whatever that takes off', async () => {
      await coupon('five', five);
      const { id } = await story.billed('team', off('five'));
      await story.to('2026-04-20');
      await story.patched(id, { charges: units(2), scheduleStrategy: 'IMMEDIATE', ...later });
      await story.to('2026-05-10');
      // 5 of 99 are off the 20 that come back, and five off the 69 that are due.
      expect((await figures()).at(-1)).toEqual([49, 3.99, 45.01]);
    });

    it('and a preview tells it so', async () => {
      await coupon('five', five);
      await story.sell('top', 99);
      await story.sell('low', 19);
      await story.begun('top', invoiced(off('five')));
      await story.to('2026-04-20');
      const body = { customerId: 'ada', planId: 'low', scheduleStrategy: 'IMMEDIATE' };
      const told = await expectOk<Json>(story.api.rest('POST', '/subscriptions/preview', body));
      await expectOk(story.api.rest('POST', '/subscriptions', body));
      const { subtotal, discount } = await story.last();
      expect([subtotal, discount]).toEqual([-53.33, -2.69]);
      expect(told['immediateInvoice']).toMatchObject({ subTotal: subtotal, discount, total: 0 });
    });
  });

  describe('R3: is what comes back after a change without proration', () => {
    it('where that was dearer: not the price that nobody has paid', async () => {
      const { id } = await story.billed();
      await story.to('2026-04-20');
      await story.patched(id, { charges: units(8), ...unprorated });
      await story.to('2026-04-30');
      await story.givenBack(id);
      // 10 of 30 days of 49 + 50, which were paid: the three seats more were not.
      expect(linesOf(await story.last())).toEqual([
        ['Unused: team, 2026-04-30 to 2026-05-10 (10 of 30 days)', -16.33],
        ['Unused: team: Seats, 2026-04-30 to 2026-05-10 (10 of 30 days)', -26.67],
        ['Changed without proration, 2026-04-30 to 2026-05-10', 10],
      ]);
    });

    it('where that was cheaper: what was paid comes back with it', async () => {
      await story.sell('top', 99);
      await story.begun('top', invoiced());
      await story.to('2026-04-20');
      const { id } = await story.begun('pro', { scheduleStrategy: 'IMMEDIATE', ...unprorated });
      await story.givenBack(id);
      // 20 of 30 days of 99: 32.67 of what runs and 33.33 of what was paid beyond it.
      expect(amountsOf(await story.last())).toEqual([-32.67, -33.33]);
    });

    it('D9: of a plan that takes over with the next period nothing was left unbilled', async () => {
      await story.billed();
      await story.to('2026-04-20');
      await story.patched(await story.idOf('team'), { charges: units(8), ...unprorated });
      await story.begun('basic', {});
      await story.to('2026-05-20');
      await story.givenBack(await story.idOf('basic'));
      // 21 of 31 days of 19.
      expect(amountsOf(await story.last())).toEqual([-12.87]);
    });

    it('and a change that is prorated later is billed by its own difference', async () => {
      const { id } = await story.billed();
      await story.to('2026-04-20');
      await story.patched(id, { charges: units(8), ...unprorated });
      await story.to('2026-04-30');
      await story.patched(id, { charges: units(11) });
      // Three seats for 10 of 30 days.
      expect((await story.last()).total).toBe(10);
    });

    it('D2: and another period that waits for the next is paid for from there', async () => {
      await story.sell('both', {}, { charges: { pricingType: 'PAID', pricingModels: [byMonthAndYear] } });
      const { id } = await story.begun('both', invoiced({ billingPeriod: 'MONTHLY' }));
      await story.to('2026-04-20');
      await story.patched(id, { billingPeriod: 'ANNUALLY', ...unprorated });
      expect(await story.bills()).toHaveLength(1);
      await story.to('2026-05-10');
      // The rest of the year that began with the month: 335 of 365 days.
      expect((await story.last()).total).toBe(449.73);
    });

    it('until the next period, which is paid for as it is', async () => {
      const { id } = await story.billed();
      await story.to('2026-04-20');
      await story.patched(id, { charges: units(8), ...unprorated });
      await story.to('2026-05-20');
      await story.givenBack(id);
      // 21 of 31 days of 49 + 80.
      expect(amountsOf(await story.last())).toEqual([-33.19, -54.19]);
    });

    it('W1: a preview without proration tells what is asked once, as it is billed', async () => {
      await story.sell(
        'setup',
        {},
        {
          charges: {
            pricingType: 'PAID',
            pricingModels: [flatFee(99), { ...flatFee(25), billingCadence: 'ONE_OFF' }],
          },
        },
      );
      await story.begun('pro', invoiced());
      await story.to('2026-04-20');
      const body = { customerId: 'ada', planId: 'setup', ...unprorated };
      const told = await expectOk<Json>(story.api.rest('POST', '/subscriptions/preview', body));
      expect(told['immediateInvoice']).toMatchObject({ subTotal: 25, total: 25 });
      await expectOk(story.api.rest('POST', '/subscriptions', body));
      expect((await figures()).at(-1)).toEqual([25, 0, 25]);
    });
  });

  describe('with usage', () => {
    beforeEach(async () => {
      await createFeature(story.api, 'requests', 'metered');
      await publishPlan(story.api, {
        ...{ id: 'metered', productId: 'main', pricingType: null },
        entitlements: [feature('requests', { usageLimit: 1000, resetPeriod: 'MONTH', hasSoftLimit: true })],
        patch: {
          charges: {
            pricingType: 'PAID',
            pricingModels: [flatFee(49), overageOf('requests', 0.5)],
          },
        },
      });
    });
    const use = (value: number, more: Json = {}) =>
      expectOk(report(story.api, 'ada', 'requests', value, more));
    const toEnd = (month: string) => story.at(`2026-${month}-10T01:00:00.000Z`);

    it('R4, contracts-billing V7: what a credit note gives back of the balance is owed no second time', async () => {
      await story.billed('team');
      await story.to('2026-04-20');
      await story.patched(await story.idOfCustomer('ada'), {
        charges: units(2),
        scheduleStrategy: 'IMMEDIATE',
      });
      await story.to('2026-05-10');
      await story.begun('metered', { billingCycleAnchor: 'NOW', scheduleStrategy: 'IMMEDIATE' });
      await use(160);
      await toEnd('06');
      const { invoiceId, total, amountDue } = await story.last();
      expect([total, amountDue]).toEqual([129, 109]);
      await expectOk(story.api.rest('POST', `/customers/ada/invoices/${invoiceId}/credit-note`, {}));
      const balances = await app.dataSource.query<{ amount: number }[]>(
        'select amount::float8 as amount from customer_balance where environment_id = $1',
        [story.place.environmentId],
      );
      // 49 are taken back: the 20 of the balance are there again, and the 80 of usage are owed.
      expect([balances, (await story.last()).amountDue]).toEqual([[{ amount: 20 }], 80]);
    });

    it('contracts-billing V7: what gives back more than it bills, usage apart, is not credited', async () => {
      const { id } = await story.begun('metered', invoiced());
      await use(200);
      await story.to('2026-04-20');
      await story.givenBack(id);
      await story.at('2026-04-20T01:00:00.000Z');
      const { invoiceId, total } = await story.last();
      expect(total).toBe(67.33);
      const note = await story.api.rest('POST', `/customers/ada/invoices/${invoiceId}/credit-note`, {});
      expect(note).toRefuse('InvalidArgumentError', /usage apart/);
    });

    it('entitlements-usage A13: cents of a discount that fell to other lines are no late usage', async () => {
      await coupon('third', { percentOff: 33 });
      await story.begun('metered', invoiced(off('third')));
      await use(17);
      await toEnd('05');
      await toEnd('06');
      expect((await story.last()).lineItems).toHaveLength(2);
    });

    it('entitlements-usage A13: after the end nothing that was taken off is looked for again', async () => {
      await coupon('third', { percentOff: 33 });
      const { id } = await story.begun('metered', informed({ taxPercentage: 20 }, off('third')));
      await use(17);
      await story.to('2026-04-20');
      await expectOk(story.cancel(id, { cancellationTime: 'IMMEDIATE', prorate: false }));
      await story.to('2026-04-25');
      expect(await figures()).toEqual([
        [49, 16.17, 39.4],
        [8.5, 2.81, 6.83],
      ]);
    });

    it('entitlements-usage A13: what came late is billed also where others were sent since that bill none', async () => {
      const yearly = (price: number) => monthly(price, { billingPeriod: 'ANNUALLY' });
      await publishPlan(story.api, {
        ...{ id: 'by-year', productId: 'main', pricingType: null },
        entitlements: [feature('requests', { hasUnlimitedUsage: true, resetPeriod: 'MONTH' })],
        patch: {
          charges: {
            pricingType: 'PAID',
            pricingModels: [
              { billingModel: 'PER_UNIT', featureId: 'seats', pricePeriods: [yearly(100)] },
              { billingModel: 'USAGE_BASED', featureId: 'requests', pricePeriods: [yearly(0.5)] },
            ],
          },
        },
      });
      const { id } = await story.begun('by-year', invoiced());
      const charge = () => expectOk(story.api.rest('POST', `/subscriptions/${id}/usage/charge`, {}));
      await story.to('2026-04-15');
      await use(10);
      await story.to('2026-04-20');
      await charge();
      await use(4, { createdAt: '2026-04-18T00:00:00.000Z' });
      await story.to('2026-07-25');
      await story.patched(id, { charges: units(2) });
      await use(1);
      await story.to('2026-07-26');
      await charge();
      expect((await figures()).map(([subtotal]) => subtotal)).toEqual([100, 5, 70.96, 2.5]);
    });

    it('V13: an invoice that was paid in another way makes no later one so', async () => {
      const { id } = await story.begun('metered', informed({ isInvoicePaid: true }));
      await use(10);
      await story.to('2026-04-20');
      await expectOk(story.api.rest('POST', `/subscriptions/${id}/usage/charge`, {}));
      expect((await story.bills()).map(([, state]) => state)).toEqual(['PAID', 'OPEN']);
    });
  });
});
