import { createFeature, createProduct, feature, publishPlan, report, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { amountsOf, invoiced, InvoiceStory } from '../support/invoice-story';
import { flatFee, monthly, overageOf } from '../support/priced-plans';
import { storyForEach } from '../support/story-for-each';

// Domain: customers-subscriptions

describe('usage that is paid for on the resource of a subscription', () => {
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ story } = begun));
  beforeEach(async () => {
    await createProduct(story.api, 'sites', { multipleSubscriptions: true });
    await createFeature(story.api, 'requests', 'metered');
    await createFeature(story.api, 'stored', 'gauge');
    await publishPlan(story.api, {
      ...{ id: 'site', productId: 'sites', pricingType: null },
      entitlements: [feature('requests', { hasUnlimitedUsage: true, resetPeriod: 'MONTH' })],
      patch: {
        charges: {
          pricingType: 'PAID',
          pricingModels: [flatFee(49), overageOf('requests', 0.5)],
        },
      },
    });
  });

  const use = (value: number, more: Json) => expectOk(report(story.api, 'ada', 'requests', value, more));

  it('X6: what was used before a transfer is billed where it was used, and none that others used where it goes', async () => {
    await publishPlan(story.api, {
      ...{ id: 'visitor', productId: 'sites' },
      entitlements: [feature('requests', { hasUnlimitedUsage: true, resetPeriod: 'MONTH' })],
    });
    await story.begun('visitor', { resourceId: 'two' });
    const { id } = await story.begun('site', invoiced({ resourceId: 'one' }));
    await use(20, { resourceId: 'one' });
    await use(100, { resourceId: 'two' });
    await story.to('2026-04-20');
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/transfer`, { destinationResourceId: 'two' }));
    await use(6, { resourceId: 'two' });
    await story.at('2026-05-10T01:00:00.000Z');
    expect(amountsOf(await story.last())).toEqual([10, 49, 3]);
  });

  it('catalog R5: a level that is priced by the year is billed with the year, also where other usage is billed by the month', async () => {
    const byYear = { billingPeriod: 'ANNUALLY' };
    await publishPlan(story.api, {
      ...{ id: 'vault', productId: 'main', pricingType: null },
      entitlements: [feature('stored', { hasUnlimitedUsage: true })],
      patch: {
        charges: {
          pricingType: 'PAID',
          pricingModels: [
            flatFee(490, 'ANNUALLY'),
            overageOf('stored', 2, { pricePeriods: [monthly(2, byYear)] }),
          ],
          overageBillingPeriod: 'MONTHLY',
          overagePricingModels: [
            overageOf('requests', 0.5, {
              entitlement: { featureId: 'requests', usageLimit: 10, resetPeriod: 'MONTH' },
            }),
          ],
        },
      },
    });
    await story.begun('vault', invoiced({ billingPeriod: 'ANNUALLY' }));
    await expectOk(report(story.api, 'ada', 'stored', 30));
    await use(14, {});
    await story.at('2026-05-10T01:00:00.000Z');
    expect(amountsOf(await story.last())).toEqual([2]);
    await story.at('2027-04-10T01:00:00.000Z');
    // The last month of calls above the limit, and what is stored at the end of the year.
    expect(amountsOf(await story.last())).toEqual([490, 60, 0]);
  });

  it('V13, catalog C6: metadata of a bill are as many as those of anything, and "" takes one away', async () => {
    const { id } = await story.begun('site', invoiced({ resourceId: 'one' }));
    const noted = (metadata: Json) => story.patch(id, { billingInformation: { metadata } });
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, place) => [`key-${place}`, 'told']));
    await expectOk(noted(many));
    expect(await noted({ more: 'told' })).toRefuse('InvalidMetadataError', /billingInformation\.metadata/);
    await expectOk(noted({ 'key-0': '', more: 'told' }));
  });
});
