import { createFeature, feature, publishPlan, report, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { moveClock } from '../support/environment-clock';
import { InvoiceStory } from '../support/invoice-story';
import { flatFee, monthly } from '../support/priced-plans';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';

// Domain: customers-subscriptions

describe('usage that subscriptions pay for', () => {
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ story } = begun));
  beforeEach(async () => {
    await createFeature(story.api, 'requests', 'metered');
    const requests = (usageLimit: number): Json[] => [
      feature('requests', { usageLimit, resetPeriod: 'MONTH', hasSoftLimit: true }),
    ];
    const byUse = (price: number): Json => ({
      ...{ billingModel: 'USAGE_BASED', featureId: 'requests' },
      pricePeriods: [monthly(price)],
    });
    const sold: Record<string, Json> = {
      metered: { pricingModels: [flatFee(49), byUse(0.5)] },
      dearer: { pricingModels: [flatFee(99), byUse(1)] },
      tiered: {
        pricingModels: [
          flatFee(49),
          {
            ...{ billingModel: 'USAGE_BASED', featureId: 'requests', tiersMode: 'GRADUATED' },
            pricePeriods: [
              {
                billingPeriod: 'MONTHLY',
                tiers: [
                  { upTo: 100, unitPrice: { amount: 0.1, currency: 'usd' } },
                  { unitPrice: { amount: 0.05, currency: 'usd' } },
                ],
              },
            ],
          },
        ],
      },
      'by-year': {
        pricingModels: [
          { billingModel: 'FLAT_FEE', pricePeriods: [monthly(490, { billingPeriod: 'ANNUALLY' })] },
        ],
        overageBillingPeriod: 'MONTHLY',
        overagePricingModels: [
          { ...byUse(0.01), entitlement: { featureId: 'requests', usageLimit: 1000, resetPeriod: 'MONTH' } },
        ],
      },
      above: {
        pricingModels: [flatFee(49)],
        overagePricingModels: [
          { ...byUse(0.01), entitlement: { featureId: 'requests', usageLimit: 1000, resetPeriod: 'MONTH' } },
        ],
      },
      floored: {
        pricingModels: [flatFee(49), byUse(1)],
        minimumSpend: [{ billingPeriod: 'MONTHLY', minimum: { amount: 100, currency: 'usd' } }],
      },
    };
    for (const [id, charges] of Object.entries(sold))
      await publishPlan(story.api, {
        ...{ id, productId: 'main', pricingType: null },
        entitlements: ['above', 'by-year'].includes(id) ? [] : requests(1000),
        patch: { charges: { pricingType: 'PAID', ...charges } },
      });
  });

  const begin = async (planId: string): Promise<string> =>
    (await story.begun(planId, { billingPeriod: 'MONTHLY', paymentCollectionMethod: 'INVOICE' })).id;
  const use = (value: number) =>
    report(story.api, 'ada', 'requests', value).then((answer) => expectOk(Promise.resolve(answer)));
  const last = async () => (await story.invoices()).at(-1);
  /** With the grace. */
  const toEnd = () => moveClock(story.place, '2026-05-10T01:00:00.000Z');
  /** What so much usage of the first period is billed. */
  const billOf = async (planId: string, value: number) => {
    await begin(planId);
    await use(value);
    await toEnd();
    return last();
  };

  it('catalog R3: usage is billed after its period, with the next one, once the grace is over', async () => {
    await begin('metered');
    await use(20);
    await story.to('2026-05-10');
    expect(await story.bills()).toHaveLength(1);
    await toEnd();
    expect(await last()).toMatchObject({
      ...{ total: 59, issueDate: on('2026-05-10') },
      lineItems: [
        { description: 'metered, 2026-05-10 to 2026-06-10', amount: 49 },
        {
          description: 'metered: Feature requests, 2026-04-10 to 2026-05-10',
          quantity: 20,
          unitPrice: 0.5,
          amount: 10,
        },
      ],
    });
  });

  it('catalog R5: above what is included, 1,300 of 1,000 at 0.01 are 3.00', async () => {
    expect(await billOf('above', 1300)).toMatchObject({
      total: 52,
      lineItems: [{ amount: 49 }, { quantity: 300, amount: 3 }],
    });
  });

  it('catalog R5: overage that is billed by the month is so under a plan by the year', async () => {
    await story.begun('by-year', { billingPeriod: 'ANNUALLY', paymentCollectionMethod: 'INVOICE' });
    await use(1300);
    await story.to('2026-05-20');
    await use(1100);
    await story.to('2027-04-20');
    const amounts = (await story.invoices()).map(({ issueDate, lineItems }) => [
      issueDate.slice(0, 10),
      ...lineItems.map(({ amount }) => amount),
    ]);
    expect(amounts.filter(([, ...its]) => its.some((amount) => amount !== 0))).toEqual([
      ['2026-04-10', 490],
      ['2026-05-10', 3],
      ['2026-06-10', 1],
      ['2027-04-10', 490, 0],
    ]);
    expect(amounts).toHaveLength(13);
  });

  it('catalog R8, customers-subscriptions X9: what was charged before counts towards the minimum spend', async () => {
    const id = await begin('floored');
    await use(30);
    await story.to('2026-04-20');
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/usage/charge`, {}));
    expect(await last()).toMatchObject({ total: 30 });
    await use(5);
    await toEnd();
    expect(await last()).toMatchObject({
      lineItems: [{ amount: 49 }, { amount: 5 }, { amount: 100 - 49 - 35 }],
    });
  });

  it('catalog R8: what is missing up to the minimum spend is billed with the usage', async () => {
    expect(await billOf('floored', 5)).toMatchObject({
      total: 49 + 5 + 46,
      lineItems: [{ amount: 49 }, { amount: 5 }, { amount: 46 }],
    });
  });

  it('X9: a charge bills what was used since the last one; a second at once bills nothing; tiers go on', async () => {
    const id = await begin('tiered');
    await use(80);
    await story.to('2026-04-20');
    const charge = () => expectOk<Json>(story.api.rest('POST', `/subscriptions/${id}/usage/charge`, {}));
    const first = await charge();
    expect(first).toMatchObject({
      ...{ subscriptionId: id, periodStart: on('2026-04-10'), periodEnd: on('2026-04-20') },
      usageCharged: [{ featureId: 'requests', usageAmount: 80 }],
    });
    expect(await last()).toMatchObject({ invoiceId: first['invoiceBillingId'], total: 8, state: 'OPEN' });
    expect(await charge()).toMatchObject({
      ...{ invoiceBillingId: null, periodStart: on('2026-04-20'), periodEnd: on('2026-04-20') },
      usageCharged: [],
    });
    await use(40);
    await toEnd();
    // 20 more of the first tier, 20 of the second.
    expect(await last()).toMatchObject({
      total: 52,
      lineItems: [{ amount: 49 }, { quantity: 40, amount: 3 }],
    });
  });

  it('entitlements-usage H5: usage before a change of plan is billed at the old price', async () => {
    await begin('metered');
    await use(10);
    await story.to('2026-04-20');
    await story.begun('dearer', { billingPeriod: 'MONTHLY' });
    await use(10);
    await toEnd();
    const all = (await story.invoices()).map(({ lineItems }) => lineItems.map(({ amount }) => amount));
    expect(all).toEqual([[49], [-32.67, 66], [5], [99, 10]]);
  });

  it('entitlements-usage A13: what comes late is a line of the next invoice, with its own period', async () => {
    await begin('metered');
    await use(10);
    await toEnd();
    await expectOk(
      Promise.resolve(
        await report(story.api, 'ada', 'requests', 4, { createdAt: '2026-05-01T00:00:00.000Z' }),
      ),
    );
    await moveClock(story.place, '2026-06-10T01:00:00.000Z');
    expect(await last()).toMatchObject({
      total: 51,
      lineItems: [
        { amount: 49 },
        { amount: 0 },
        { quantity: 4, amount: 2, description: expect.stringContaining('2026-04-10') },
      ],
    });
  });

  it('X10: the latest invoice is marked as paid once, while it is OPEN', async () => {
    const id = await begin('metered');
    const pay = () => story.api.rest('POST', `/subscriptions/${id}/invoice/paid`);
    expect(await expectOk(pay())).toEqual({ id });
    expect(await story.get(id)).toMatchObject({
      paymentCollection: 'NOT_REQUIRED',
      latestInvoice: { status: 'PAID' },
    });
    expect(await pay()).toRefuse('InvalidArgumentError', /PAID/);
  });

  it('X9: a sync is no matter of what is billed here, and none of what is collected elsewhere', async () => {
    const id = await begin('metered');
    expect(await expectOk(story.api.rest('POST', `/subscriptions/${id}/usage/sync`))).toEqual({
      triggered: false,
    });
    const { id: other } = await story.begun('basic', {
      paymentCollectionMethod: 'NONE',
      scheduleStrategy: 'IMMEDIATE',
    });
    for (const path of ['usage/sync', 'usage/charge'])
      expect(await story.api.rest('POST', `/subscriptions/${other}/${path}`, {})).toRefuse(
        'BillingIntegrationMissing',
      );
  });
});
