import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  type Json,
} from '../support/catalog';
import { expectOk } from '../support/client';
import { amountsOf, informed, invoiced, InvoiceStory, later, linesOf } from '../support/invoice-story';
import { flatFee, monthly } from '../support/priced-plans';
import { endOf, publishFor } from '../support/publishing';
import { storyForEach } from '../support/story-for-each';
import { units } from '../support/team-story';

// Domain: customers-subscriptions

const priced = (price: number, seats: number): Json => ({
  charges: {
    pricingType: 'PAID',
    pricingModels: [
      flatFee(price),
      { billingModel: 'PER_UNIT', featureId: 'seats', pricePeriods: [monthly(seats)] },
    ],
  },
});

describe('what moves of a subscription are billed', () => {
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ story } = begun));

  const anew = async (patch: Json): Promise<void> => {
    await expectOk(story.api.rest('POST', '/plans/small/draft'));
    await expectOk(story.api.rest('PATCH', '/plans/small', patch));
  };
  const small = (more: Json = {}) => story.begun('small', invoiced({ charges: units(5), ...more }));
  const migrate = (id: string, body: Json = {}) =>
    story.api.rest('POST', `/subscriptions/${id}/migrate`, body);

  it('X5: migrating at once bills the difference of what is left of the period', async () => {
    const { id } = await small();
    await anew(priced(29, 10));
    await publishFor(story.api, 'plans', 'small', 'NEW_CUSTOMERS');
    await story.to('2026-04-20');
    const told = await expectOk<Json>(migrate(id));
    expect(amountsOf(await story.last())).toEqual([-12.67, 19.33]);
    expect(told['latestInvoice']).toMatchObject({ total: 6.66, billingReason: 'SUBSCRIPTION_UPDATE' });
    await story.to('2026-05-10');
    expect((await story.last()).total).toBe(79);
  });

  it('X5, R4: to a cheaper version the difference comes back', async () => {
    const { id } = await small();
    await anew(priced(19, 4));
    await publishFor(story.api, 'plans', 'small', 'NEW_CUSTOMERS');
    await story.to('2026-04-20');
    await expectOk(migrate(id));
    expect((await story.bills()).at(-1)).toEqual(['2026-04-20', 'PAID', -20, 0]);
    await story.to('2026-05-10');
    expect((await story.bills()).at(-1)).toEqual(['2026-05-10', 'OPEN', 39, 19]);
  });

  it('X5, D6: at the end of the period nothing is prorated', async () => {
    const { id } = await small();
    await anew(priced(29, 10));
    await publishFor(story.api, 'plans', 'small', 'NEW_CUSTOMERS');
    await story.to('2026-04-20');
    await expectOk(migrate(id, { subscriptionMigrationTime: 'END_OF_BILLING_PERIOD' }));
    await story.to('2026-05-10');
    expect(await story.bills()).toEqual([
      ['2026-04-10', 'OPEN', 69, 69],
      ['2026-05-10', 'OPEN', 79, 79],
    ]);
  });

  it('X5, catalog L7: publishing for all customers settles the difference with each', async () => {
    await small();
    await createCustomer(story.api, 'bob', { email: 'bob@example.com' });
    const body = {
      customerId: 'bob',
      planId: 'small',
      charges: units(2),
      ...informed({ taxPercentage: 10 }),
    };
    await story.to('2026-04-15');
    await expectOk(story.api.rest('POST', '/subscriptions', body));
    await createCustomer(story.api, 'cid');
    await expectOk(story.api.rest('POST', '/subscriptions', { customerId: 'cid', planId: 'small' }));
    await anew(priced(29, 10));
    await story.to('2026-04-20');
    const task = await endOf(story.api, await publishFor(story.api, 'plans', 'small'));
    expect(task).toMatchObject({ state: 'COMPLETED' });
    // 20 of 30 days, and 25 of 30 with tax.
    expect((await story.bills()).at(-1)).toEqual(['2026-04-20', 'OPEN', 6.66, 6.66]);
    expect(await story.last('bob')).toMatchObject({ subtotal: 8.34, total: 9.18 });
    expect(await story.invoices('cid')).toEqual([]);
  });

  it.each(['FREE', 'CUSTOM'])(
    'X5: to a version that is %s the rest comes back, and billing ends',
    async (pricingType) => {
      const { id } = await small();
      await anew({ charges: { pricingType } });
      await publishFor(story.api, 'plans', 'small', 'NEW_CUSTOMERS');
      await story.to('2026-04-20');
      await story.patched(id, { charges: units(8), ...later });
      const told = await expectOk<Json>(migrate(id));
      // What waited for the next invoice is on the last one.
      expect(amountsOf(await story.last())).toEqual([-33.33, 53.33, -12.67, -53.33]);
      expect(told).toMatchObject({ pricingType, paymentCollectionMethod: 'NONE' });
      await story.to('2026-07-01');
      expect(await story.bills()).toHaveLength(2);
    },
  );

  it('X5, R3: what waited for the next invoice is billed where there is none any more', async () => {
    const { id } = await small();
    await anew({ charges: { pricingType: 'CUSTOM' } });
    await publishFor(story.api, 'plans', 'small', 'NEW_CUSTOMERS');
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(8), ...later });
    await expectOk(migrate(id, { subscriptionMigrationTime: 'END_OF_BILLING_PERIOD' }));
    await story.to('2026-06-10');
    expect((await story.bills()).slice(1)).toEqual([['2026-05-10', 'OPEN', 20, 20]]);
  });

  it('X7: invoices lie with who pays from then on, of the customer alone before', async () => {
    await createCustomer(story.api, 'parent', { email: 'parent@example.com', name: 'Parent AG' });
    const { id } = await story.billed();
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/delegate`, { targetCustomerId: 'parent' }));
    await story.to('2026-05-10');
    expect(await story.bills()).toEqual([['2026-04-10', 'OPEN', 99, 99]]);
    const told = await story.last('parent');
    expect(told).toMatchObject({ total: 99, customerExternalId: 'parent' });
    expect(await story.printed(told, 'parent')).toContain('Parent AG');
    expect((await story.get(id))['latestInvoice']).toMatchObject({ billingId: told.invoiceId });
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/delegate`, { targetCustomerId: 'ada' }));
    await story.to('2026-06-10');
    expect([await story.bills(), await story.bills('parent')]).toMatchObject([{ length: 2 }, { length: 1 }]);
  });

  it('X7: who pays for a plan pays for the one that takes its place', async () => {
    await createCustomer(story.api, 'parent', { email: 'parent@example.com' });
    await story.sell('top', 99);
    await story.begun('pro', invoiced({ payingCustomerId: 'parent' }));
    await story.to('2026-04-20');
    await story.begun('top');
    expect((await story.bills('parent')).map(([, , total]) => total)).toEqual([49, 33.33]);
    expect(await story.bills()).toEqual([]);
  });

  it('U7: who pays for what is billed is not archived', async () => {
    await createCustomer(story.api, 'parent', { email: 'parent@example.com' });
    const { id } = await story.begun('pro', invoiced({ payingCustomerId: 'parent' }));
    const archive = () => story.api.rest('POST', '/customers/parent/archive');
    expect(await archive()).toRefuse('IntegrityViolation', /pays/);
    await expectOk(story.cancel(id, { cancellationTime: 'IMMEDIATE' }));
    await expectOk(archive());
    expect(await story.bills('parent')).toHaveLength(1);
  });

  it('X6: another resource costs nothing, and the periods go on', async () => {
    await createProduct(story.api, 'sites', { multipleSubscriptions: true });
    await createFeature(story.api, 'pages', 'metered');
    await publishPlan(story.api, {
      ...{ id: 'site', productId: 'sites', pricingType: null },
      entitlements: [feature('pages', { usageLimit: 5, resetPeriod: 'MONTH' })],
      patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(30)] } },
    });
    const { id } = await story.begun('site', invoiced({ resourceId: 'one' }));
    await story.to('2026-04-20');
    const body = { destinationResourceId: 'two' };
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/transfer`, body));
    await story.to('2026-05-10');
    expect((await story.invoices()).map((each) => linesOf(each))).toEqual([
      [['site, 2026-04-10 to 2026-05-10', 30]],
      [['site, 2026-05-10 to 2026-06-10', 30]],
    ]);
    // One beside it is billed by itself.
    await story.begun('site', invoiced({ resourceId: 'one' }));
    expect(await story.bills()).toHaveLength(3);
  });
});
