import { createProduct, feature, publishPlan } from '../support/catalog';
import { expectOk } from '../support/client';
import { amountsOf, invoiced, InvoiceStory, linesOf } from '../support/invoice-story';
import { flatFee } from '../support/priced-plans';
import { changeSettings, startingWithTrialOf } from '../support/product-settings';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { units } from '../support/team-story';

// Domain: customers-subscriptions

describe('from when on a subscription is billed', () => {
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ story } = begun));

  const choose = (billingAnchor: string) =>
    expectOk(story.api.rest('PATCH', '/environment-settings', { billingAnchor }));
  const periods = async (): Promise<string[]> =>
    (await story.invoices()).map(({ lineItems }) => String(lineItems[0]?.description));
  const monthOff = { isTrial: true, trialEndDate: on('2026-04-20') };

  it('B1: from 31 January follow 28 February, 31 March, 30 April, and no day is billed twice or left out', async () => {
    await story.jump('2027-01-31');
    await story.begun('pro', invoiced());
    await story.to('2027-06-30');
    expect(await periods()).toEqual([
      'pro, 2027-01-31 to 2027-02-28',
      'pro, 2027-02-28 to 2027-03-31',
      'pro, 2027-03-31 to 2027-04-30',
      'pro, 2027-04-30 to 2027-05-31',
      'pro, 2027-05-31 to 2027-06-30',
      'pro, 2027-06-30 to 2027-07-31',
    ]);
    expect((await story.bills()).every(([, , total]) => total === 49)).toBe(true);
  });

  it('B1: a leap February ends on its 29th', async () => {
    await story.jump('2028-01-31');
    await story.begun('pro', invoiced());
    await story.to('2028-02-29');
    expect((await story.bills()).map(([day]) => day)).toEqual(['2028-01-31', '2028-02-29']);
  });

  it('B2: START_OF_THE_MONTH bills what is left of the month first', async () => {
    await choose('START_OF_THE_MONTH');
    await story.billed();
    // 21 of 30 days of April.
    expect(linesOf(await story.last())).toEqual([
      ['team, 2026-04-10 to 2026-05-01 (21 of 30 days)', 34.3],
      ['team: Seats, 2026-04-10 to 2026-05-01 (21 of 30 days)', 35],
    ]);
    await story.to('2026-06-01');
    expect(await story.totals()).toEqual([
      ['2026-04-10', 69.3],
      ['2026-05-01', 99],
      ['2026-06-01', 99],
    ]);
  });

  it('B2, R1: within the short period a change is prorated by the whole one', async () => {
    await choose('START_OF_THE_MONTH');
    const { id } = await story.billed();
    await story.to('2026-04-16');
    await story.patched(id, { charges: units(6) });
    // One seat more for 15 of 30 days.
    expect((await story.last()).total).toBe(5);
  });

  it('B2: SUBSCRIPTIONS_CONSOLIDATE_BILLING bills up to the boundary of the oldest', async () => {
    await choose('SUBSCRIPTIONS_CONSOLIDATE_BILLING');
    await createProduct(story.api, 'other');
    await publishPlan(story.api, {
      ...{ id: 'apart', productId: 'other', pricingType: null },
      patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(30)] } },
    });
    await story.begun('pro', invoiced());
    await story.to('2026-04-25');
    await story.begun('apart', invoiced());
    await story.to('2026-05-10');
    expect(await story.totals()).toEqual([
      ['2026-04-10', 49],
      // 15 of 30 days.
      ['2026-04-25', 15],
      ['2026-05-10', 49],
      ['2026-05-10', 30],
    ]);
  });

  it('V6: what starts later is billed at its start, and what runs until then up to its period', async () => {
    const { id } = await story.begun('pro', invoiced({ startDate: on('2026-05-01') }));
    expect(await story.bills()).toEqual([]);
    await story.to('2026-06-01');
    expect(await story.bills()).toEqual([
      ['2026-05-01', 'OPEN', 49, 49],
      ['2026-06-01', 'OPEN', 49, 49],
    ]);
    expect(await story.get(id)).toMatchObject({ status: 'ACTIVE' });
  });

  it('V4, V6: what starts later takes the place of what runs, whose rest comes back', async () => {
    await story.sell('top', 99);
    await story.begun('pro', invoiced());
    await story.begun('top', invoiced({ startDate: on('2026-04-20') }));
    await story.to('2026-04-20');
    expect(await story.all()).toEqual([
      ['pro', 'CANCELED', 'UPGRADE_OR_DOWNGRADE'],
      ['top', 'ACTIVE', null],
    ]);
    // A cycle of its own: 49 × 20/30 back, 99 for a whole month.
    expect(amountsOf(await story.last())).toEqual([-32.67, 99]);
  });

  it('T4: a trial is billed at its end, for the period that begins there', async () => {
    const { id } = await story.begun('tried', invoiced());
    expect(await story.bills()).toEqual([]);
    expect(await story.get(id)).toMatchObject({ status: 'IN_TRIAL', paymentCollectionMethod: 'INVOICE' });
    await story.to('2026-05-24');
    expect(await periods()).toEqual(['tried, 2026-04-24 to 2026-05-24', 'tried, 2026-05-24 to 2026-06-24']);
    expect(await story.bills()).toEqual([
      ['2026-04-24', 'OPEN', 29, 29],
      ['2026-05-24', 'OPEN', 29, 29],
    ]);
    expect((await story.get(id))['latestInvoice']).toMatchObject({ billingReason: 'BILLING_CYCLE' });
  });

  it('T4: a trial that ends with CANCEL_SUBSCRIPTION is never billed', async () => {
    const trialOverrideConfiguration = { ...monthOff, trialEndBehavior: 'CANCEL_SUBSCRIPTION' };
    await story.begun('pro', invoiced({ trialOverrideConfiguration }));
    await story.to('2026-06-01');
    expect(await story.bills()).toEqual([]);
    expect(await story.all()).toEqual([['pro', 'EXPIRED', 'TRIAL_ENDED']]);
  });

  it('T7, S7: a trial that is canceled gives nothing back and is never billed', async () => {
    const { id } = await story.begun('tried', invoiced());
    await expectOk(story.cancel(id, { cancellationTime: 'IMMEDIATE' }));
    await story.to('2026-06-01');
    expect(await story.bills()).toEqual([]);
  });

  it('T5: a trial that ends sooner or later is billed from there', async () => {
    const { id } = await story.begun('tried', invoiced());
    await story.patched(id, { trialEndDate: on('2026-05-03') });
    await story.to('2026-04-30');
    expect(await story.bills()).toEqual([]);
    const told = await story.patched(id, { trialEndDate: on('2026-04-29') });
    expect(told).toMatchObject({ status: 'ACTIVE', latestInvoice: { total: 29, status: 'OPEN' } });
    expect(await periods()).toEqual(['tried, 2026-04-30 to 2026-05-30']);
  });

  it('B2, T4: with START_OF_THE_MONTH the trial is followed by what is left of the month', async () => {
    await choose('START_OF_THE_MONTH');
    await story.begun('tried', invoiced());
    await story.to('2026-05-01');
    // 7 of 30 days of 29.
    expect(await story.totals()).toEqual([
      ['2026-04-24', 6.77],
      ['2026-05-01', 29],
    ]);
  });

  it('V4: the plan that is tried, bought while it is tried, is billed from the end of the trial on', async () => {
    const trialOverrideConfiguration = { ...monthOff, trialEndBehavior: 'CANCEL_SUBSCRIPTION' };
    const { id } = await story.begun('pro', invoiced({ trialOverrideConfiguration }));
    const bought = await story.begun('pro', { trialOverrideConfiguration: { isTrial: false } });
    expect(bought.id).toBe(id);
    await story.to('2026-04-20');
    expect(await story.bills()).toEqual([['2026-04-20', 'OPEN', 49, 49]]);
  });

  it('V4: another plan that is bought while one is tried is billed from the end of the trial on', async () => {
    await story.begun('tried', invoiced());
    const { subscription } = await story.begun('pro', invoiced());
    expect(subscription).toMatchObject({ status: 'NOT_STARTED', startDate: on('2026-04-24') });
    expect(await story.bills()).toEqual([]);
    await story.to('2026-05-01');
    expect(await story.all()).toEqual([
      ['tried', 'CANCELED', 'TRIAL_CONVERTED'],
      ['pro', 'ACTIVE', null],
    ]);
    expect(await story.bills()).toEqual([['2026-04-24', 'OPEN', 49, 49]]);
  });

  it('V4, T5: it follows the end of the trial where that is moved', async () => {
    const { id } = await story.begun('tried', invoiced());
    await story.begun('pro', invoiced());
    await story.patched(id, { trialEndDate: on('2026-05-04') });
    await story.to('2026-06-01');
    expect(await story.bills()).toEqual([['2026-05-04', 'OPEN', 49, 49]]);
    expect(await periods()).toEqual(['pro, 2026-05-04 to 2026-06-04']);
  });

  it('T4, V4: a trial that converts gives the rest of what ran beside it back', async () => {
    await story.begun('pro', invoiced());
    await story.begun('tried', invoiced());
    await story.to('2026-04-24');
    expect(await story.all()).toEqual([
      ['pro', 'CANCELED', 'UPGRADE_OR_DOWNGRADE'],
      ['tried', 'ACTIVE', null],
    ]);
    // 16 of 30 days of 49 back, 29 for the month to come.
    expect(amountsOf(await story.last())).toEqual([-26.13, 29]);
    await story.to('2026-05-24');
    expect(await story.totals()).toEqual([
      ['2026-04-10', 49],
      ['2026-04-24', 2.87],
      ['2026-05-24', 29],
    ]);
  });

  it('T4: a default trial that nobody collects from is bought under INVOICE, and billed at its end', async () => {
    await expectOk(changeSettings(story.api, startingWithTrialOf('tried')));
    const bob = { id: 'bob', email: 'bob@example.com' };
    await expectOk(story.api.rest('POST', '/customers', bob));
    expect(await story.all('bob')).toEqual([['tried', 'IN_TRIAL', null]]);
    const body = { customerId: 'bob', planId: 'tried', ...invoiced() };
    const more = {
      trialOverrideConfiguration: { isTrial: false },
      billingInformation: { taxPercentage: 10 },
    };
    const told = await expectOk<{ subscription: object }>(
      story.api.rest('POST', '/subscriptions', { ...body, ...more }),
    );
    expect(told.subscription).toMatchObject({ status: 'IN_TRIAL', paymentCollectionMethod: 'INVOICE' });
    await story.to('2026-05-01');
    expect(await story.bills('bob')).toEqual([['2026-04-24', 'OPEN', 31.9, 31.9]]);
  });

  it('V4, V9: until it is billed a trial may be collected elsewhere, or be paid already', async () => {
    await story.begun('tried', invoiced());
    const none = { paymentCollectionMethod: 'NONE' };
    expect((await story.begun('tried', none)).subscription).toMatchObject(none);
    const paid = invoiced({ billingInformation: { isInvoicePaid: true } });
    expect((await story.begun('tried', paid)).subscription).toMatchObject(invoiced());
    await story.to('2026-04-24');
    expect(await story.bills()).toEqual([['2026-04-24', 'PAID', 29, 0]]);
  });

  it('O4, contracts-billing C3: what is tried on agreed terms goes over to INVOICE without them only', async () => {
    const own = [feature('calls', { usageLimit: 7, resetPeriod: 'MONTH' })];
    const { id } = await story.begun('tried', { entitlements: own });
    expect(await story.ask('tried', invoiced())).toRefuse('BadUserInput', /entitlements/);
    const contract = { customerId: 'ada', contractId: 'deal', setupBilling: false };
    const subscriptions = [{ existingSubscriptionId: id }];
    await expectOk(story.api.rest('POST', '/contracts', { ...contract, subscriptions }));
    expect(await story.ask('tried', invoiced({ entitlements: [] }))).toRefuse('InvalidArgumentError', /deal/);
    await expectOk(story.api.rest('DELETE', `/contracts/deal/subscriptions/${id}`));
    await story.begun('tried', invoiced({ entitlements: [] }));
    await story.to('2026-04-24');
    expect(await story.bills()).toEqual([['2026-04-24', 'OPEN', 29, 29]]);
  });

  it('V8: 0 seats and a price of 0 are an invoice of nothing, which is paid with that', async () => {
    await story.sell('gratis', 0);
    await story.begun('gratis', invoiced());
    expect(await story.bills()).toEqual([['2026-04-10', 'PAID', 0, 0]]);
    await story.begun('team', invoiced({ billingPeriod: 'MONTHLY', charges: units(0) }));
    expect((await story.bills()).at(-1)).toEqual(['2026-04-10', 'OPEN', 49, 49]);
  });
});
