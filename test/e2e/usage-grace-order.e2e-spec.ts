import { createCustomer, createFeature, feature, publishPlan, report, type Json } from '../support/catalog';
import type { TestApp } from '../support/app';
import { expectOk } from '../support/client';
import { InvoiceStory, invoiced } from '../support/invoice-story';
import { flatFee, monthly } from '../support/priced-plans';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';

// Domain: contracts-billing

describe('invoices that wait for usage, where a clock passes many days', () => {
  let app: TestApp;
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ app, story } = begun));

  const grace = (usageGraceHours: number, { api } = story) =>
    expectOk(api.rest('PATCH', '/environment-settings', { usageGraceHours }));

  /** Ada pays for usage until the 10th, bob for a period from the 11th on. */
  const begin = async (at: InvoiceStory): Promise<void> => {
    const { api } = at;
    await createFeature(api, 'requests', 'metered');
    const byUse: Json = {
      ...{ billingModel: 'USAGE_BASED', featureId: 'requests' },
      pricePeriods: [monthly(0.5)],
    };
    await publishPlan(api, {
      ...{ id: 'metered', productId: 'main', pricingType: null },
      entitlements: [feature('requests', { usageLimit: 1000, resetPeriod: 'MONTH', hasSoftLimit: true })],
      patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(49), byUse] } },
    });
    await createCustomer(api, 'bob', { email: 'bob@example.com' });
    await at.begun('metered', invoiced());
    await report(api, 'ada', 'requests', 20);
    await at.to('2026-04-11');
    await expectOk(api.rest('POST', '/subscriptions', { customerId: 'bob', planId: 'pro', ...invoiced() }));
  };
  /** Whose, number, day and total of each. */
  const sent = async (at: InvoiceStory): Promise<unknown[][]> => {
    const all = await Promise.all(
      ['ada', 'bob'].map(async (id) =>
        (await at.invoices(id)).map(({ invoiceNumber, issueDate, total }) => [
          ...[invoiceNumber, id, issueDate, total],
        ]),
      ),
    );
    return all.flat().sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  };

  it('V4, V8, access-and-events K3: one move finalizes them in the order of many small ones', async () => {
    const stepwise = await InvoiceStory.begin(app);
    for (const each of [story, stepwise]) {
      await grace(72, each);
      await begin(each);
    }
    await story.to('2026-05-20');
    for (let day = 12; day <= 30; day++) await stepwise.to(`2026-04-${day}`);
    for (let day = 1; day <= 20; day++) await stepwise.to(`2026-05-${String(day).padStart(2, '0')}`);
    const told = await sent(story);
    expect(told).toEqual(await sent(stepwise));
    expect(told.map(([, id, day]) => [id, day])).toEqual([
      ['ada', on('2026-04-10')],
      ['bob', on('2026-04-11')],
      ['bob', on('2026-05-11')],
      ['ada', on('2026-05-13')],
    ]);
    expect(told.at(-1)?.at(-1)).toBe(59);
  });

  it('V4: a grace that is chosen while one waits holds for it', async () => {
    await begin(story);
    await story.to('2026-05-10');
    await grace(5);
    await story.at('2026-05-10T04:59:59.999Z');
    expect(await sent(story)).toHaveLength(2);
    await story.at('2026-05-10T05:00:00.000Z');
    expect(await sent(story)).toHaveLength(3);
  });
});
