import type { Json } from '../support/catalog';
import type { RestAnswer } from '../support/client';
import { InvoiceStory, informed, invoiced } from '../support/invoice-story';
import { flatFee, monthly, usd } from '../support/priced-plans';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { units } from '../support/team-story';

// Domain: catalog

const trial = { trialOverrideConfiguration: { isTrial: true, trialEndDate: on('2026-04-20') } };

describe('bills that no amount can hold', () => {
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ story } = begun));
  beforeEach(async () => {
    const desks = { billingModel: 'PER_UNIT', featureId: 'seats', pricePeriods: [monthly(400_000_000)] };
    await story.sell('hall', desks);
    await story.sell('palace', 900_000_000);
    await story.sell('built', 500_000_000, {
      charges: {
        pricingType: 'PAID',
        pricingModels: [flatFee(500_000_000), { ...flatFee(500_000_000), billingCadence: 'ONE_OFF' }],
      },
    });
  });

  const desks = (quantity: number): Json => ({ charges: units(quantity) });
  const preview = (planId: string, more: Json): Promise<RestAnswer> =>
    story.api.rest('POST', '/subscriptions/preview', { customerId: 'ada', planId, ...more });
  const tooLarge = ['AmountTooLarge', / is above 999,999,999\.99; lower the price or the quantity$/] as const;

  it.each([
    ['units', 'hall', desks(3)],
    ['what is asked once beside the first period', 'built', {}],
    ['tax', 'palace', { billingInformation: { taxPercentage: 20 } }],
    [
      'tax on a minimum spend',
      'pro',
      { minimumSpend: usd(900e6), billingInformation: { taxPercentage: 20 } },
    ],
  ])('R9: by %s it is refused, at once or later, and nothing is changed', async (_title, planId, more) => {
    for (const begins of [{}, trial, { startDate: on('2026-05-01') }, { startDate: on('2026-04-05') }]) {
      const asked = invoiced({ ...more, ...begins });
      expect(await story.ask(planId, asked)).toRefuse(...tooLarge);
      expect(await preview(planId, asked)).toRefuse(...tooLarge);
    }
    expect(await story.all()).toEqual([]);
    expect(await story.invoices()).toEqual([]);
    const mutation = `mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { id } }`;
    const input = { customerId: 'ada', planId, ...invoiced({ ...more, ...trial }) };
    expect(await story.api.graphql(mutation, { input })).toRefuse(...tooLarge);
  });

  it('R9: what an amount just holds is billed, also when it renews', async () => {
    await story.begun('palace', informed({ taxPercentage: 11 }));
    await story.to('2026-05-10');
    expect(await story.totals()).toEqual([
      ['2026-04-10', 999_000_000],
      ['2026-05-10', 999_000_000],
    ]);
  });

  it('R9: a change that the rest of the period could bear is refused where the next one could not', async () => {
    const { id } = await story.begun('hall', invoiced(desks(2)));
    await story.to('2026-05-09');
    for (const more of [desks(3), { ...desks(3), scheduleStrategy: 'END_OF_BILLING_PERIOD' }])
      expect(await story.patch(id, more)).toRefuse(...tooLarge);
    const taxed = { billingInformation: { taxPercentage: 30 } };
    expect(await story.patch(id, taxed)).toRefuse(...tooLarge);
    expect(await story.ask('hall', taxed)).toRefuse(...tooLarge);
    const mutation = `mutation($id: String!, $input: UpdateSubscriptionInput!) { updateSubscription(id: $id, input: $input) { id } }`;
    expect(await story.api.graphql(mutation, { id, input: desks(3) })).toRefuse(...tooLarge);
    await story.to('2026-05-10');
    expect(await story.totals()).toEqual([
      ['2026-04-10', 800_000_000],
      ['2026-05-10', 800_000_000],
    ]);
  });

  it('R9: a dearer plan that is to wait is refused at once', async () => {
    await story.billed();
    const asked = { ...desks(3), scheduleStrategy: 'END_OF_BILLING_PERIOD' };
    expect(await story.ask('hall', asked)).toRefuse(...tooLarge);
    expect(await story.all()).toEqual([['team', 'ACTIVE', null]]);
  });

  it('R9: collected elsewhere it is refused too, and by the year where the month would do', async () => {
    expect(await story.ask('hall', desks(3))).toRefuse(...tooLarge);
    const byYear = monthly(1200, { billingPeriod: 'ANNUALLY' });
    await story.sell('campus', {
      ...{ billingModel: 'PER_UNIT', featureId: 'seats' },
      pricePeriods: [monthly(100), byYear],
    });
    const asked = { charges: units(900_000) };
    expect(await story.ask('campus', { ...asked, billingPeriod: 'ANNUALLY' })).toRefuse(...tooLarge);
    await story.begun('campus', { ...asked, billingPeriod: 'MONTHLY' });
  });
});
