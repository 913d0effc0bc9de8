import { createCustomer } from '../support/catalog';
import { expectOk } from '../support/client';
import { amountsOf, informed, invoiced, InvoiceStory, later, linesOf } from '../support/invoice-story';
import { changeSettings, downgradingTo, plainSettings } from '../support/product-settings';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { boundary, units } from '../support/team-story';

// Domain: customers-subscriptions

describe('what the end of a subscription is billed', () => {
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ story } = begun));

  const now = { cancellationTime: 'IMMEDIATE' };
  const canceled = (id: string, more = {}) => expectOk(story.cancel(id, { ...now, ...more }));

  it('X3: 99 with 12 of 31 days left gives 38.32 back, on the balance of who pays', async () => {
    await story.sell('top', 99);
    const { id } = await story.begun('top', invoiced());
    await story.to('2026-05-29');
    await story.givenBack(id);
    const told = await story.last();
    expect(linesOf(told)).toEqual([['Unused: top, 2026-05-29 to 2026-06-10 (12 of 31 days)', -38.32]]);
    expect(told).toMatchObject({ total: -38.32, amountDue: 0, state: 'PAID' });
    expect((await story.get(id))['latestInvoice']).toMatchObject({ total: -38.32, status: 'PAID' });
    await story.begun('pro', invoiced());
    expect((await story.bills()).at(-1)).toEqual(['2026-05-29', 'OPEN', 49, 10.68]);
  });

  it('X3: nothing comes back where nobody says so', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await canceled(id);
    expect(await story.bills()).toHaveLength(1);
    await story.to('2026-08-01');
    expect(await story.bills()).toHaveLength(1);
  });

  it('X3: the product says it where the caller does not, and the caller wins', async () => {
    const settings = { ...plainSettings, prorateAtEndOfBillingPeriod: true };
    await expectOk(changeSettings(story.api, settings));
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await canceled(id);
    expect((await story.bills()).at(-1)).toEqual(['2026-04-20', 'PAID', -66, 0]);
    const again = await story.billed();
    await canceled(again.id, { prorate: false });
    expect(await story.bills()).toHaveLength(3);
  });

  it('X3: with the end of the period nothing is left that could come back', async () => {
    const { id } = await story.billed();
    const end = { cancellationTime: 'END_OF_BILLING_PERIOD' };
    expect(await story.cancel(id, { ...end, prorate: true })).toRefuse('BadUserInput', /prorate/);
    await expectOk(story.cancel(id, end));
    await story.to('2026-07-01');
    expect(await story.bills()).toEqual([['2026-04-10', 'OPEN', 99, 99]]);
    expect(await story.all()).toEqual([['team', 'CANCELED', 'ScheduledCancellation']]);
  });

  it('Q5: with its period, then not: it is billed on', async () => {
    const { id } = await story.billed();
    await expectOk(story.cancel(id, { cancellationTime: 'END_OF_BILLING_PERIOD' }));
    await story.to('2026-04-12');
    expect(await story.ask('small', { scheduleStrategy: 'END_OF_BILLING_PERIOD' })).toRefuse(
      'SchedulingAtEndOfBillingPeriod',
    );
    await story.to('2026-04-13');
    await story.patched(id, { cancellationDate: null });
    await story.to('2026-05-10');
    expect(await story.bills()).toEqual([
      ['2026-04-10', 'OPEN', 99, 99],
      ['2026-05-10', 'OPEN', 99, 99],
    ]);
  });

  it('X1, Z2: an end at the instant of a boundary comes first: the next period is not billed', async () => {
    const { id } = await story.billed();
    await expectOk(story.cancel(id, { cancellationTime: 'SPECIFIC_DATE', endDate: boundary }));
    await story.to('2026-06-01');
    expect(await story.bills()).toHaveLength(1);
  });

  it('X1: an end within a period is billed until that period ends, and gives nothing back', async () => {
    const { id } = await story.billed();
    await expectOk(story.cancel(id, { cancellationTime: 'SPECIFIC_DATE', endDate: on('2026-05-20') }));
    await story.to('2026-07-01');
    expect(await story.bills()).toEqual([
      ['2026-04-10', 'OPEN', 99, 99],
      ['2026-05-10', 'OPEN', 99, 99],
    ]);
  });

  it('X2: REVOKE_ENTITLEMENTS is billed to its end', async () => {
    const { id } = await story.billed();
    const end = { cancellationTime: 'SPECIFIC_DATE', endDate: on('2026-05-20') };
    await expectOk(story.cancel(id, { ...end, cancellationAction: 'REVOKE_ENTITLEMENTS' }));
    await story.to('2026-07-01');
    expect(await story.bills()).toHaveLength(2);
  });

  it('X2: the downgrade plan that follows costs nothing', async () => {
    await expectOk(changeSettings(story.api, downgradingTo('free')));
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.givenBack(id);
    await story.to('2026-07-01');
    expect(await story.all()).toEqual([
      ['team', 'CANCELED', 'Immediate'],
      ['free', 'ACTIVE', null],
    ]);
    expect((await story.bills()).map(([, , total]) => total)).toEqual([99, -66]);
  });

  it('X3, R3: what waited for the next invoice is billed with the end, and what comes back too', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(8), ...later });
    await story.to('2026-04-25');
    await story.givenBack(id);
    expect(amountsOf(await story.last())).toEqual([-33.33, 53.33, -24.5, -40]);
  });

  it('R3: what waited is billed at the end of the period where that is the end', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(8), ...later });
    await expectOk(story.cancel(id, { cancellationTime: 'END_OF_BILLING_PERIOD' }));
    await story.to('2026-06-01');
    expect((await story.bills()).slice(1)).toEqual([['2026-05-10', 'OPEN', 20, 20]]);
  });

  it('R4, V6: at the instant at which it began all of it comes back', async () => {
    const { id } = await story.billed('team', informed({ taxPercentage: 19 }));
    await story.givenBack(id);
    const [first, back] = await story.invoices();
    expect([first?.total, back?.total]).toEqual([117.81, -117.81]);
  });

  it('U7: with an archived customer nothing is prorated and nothing billed any more, and it comes back without', async () => {
    await expectOk(changeSettings(story.api, { ...plainSettings, prorateAtEndOfBillingPeriod: true }));
    await story.billed();
    await story.to('2026-04-20');
    await expectOk(story.api.rest('POST', '/customers/ada/archive'));
    await story.to('2026-07-01');
    expect(await story.bills()).toEqual([['2026-04-10', 'OPEN', 99, 99]]);
    await expectOk(story.api.rest('POST', '/customers/ada/unarchive'));
    await story.to('2026-08-01');
    expect(await story.bills()).toHaveLength(1);
    expect(await story.all()).toEqual([['team', 'CANCELED', 'CustomerArchived']]);
  });

  it('U7, R3: what waited for the next invoice is billed with the archiving, and nothing of the rest comes back', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(8), ...later });
    await story.to('2026-04-25');
    await expectOk(story.api.rest('POST', '/customers/ada/archive'));
    expect((await story.bills()).slice(1)).toEqual([['2026-04-25', 'OPEN', 20, 20]]);
  });

  it('U7: a renewal that was due before the archiving is billed', async () => {
    await story.billed();
    await story.jump('2026-05-20');
    await expectOk(story.api.rest('POST', '/customers/ada/archive'));
    expect(await story.bills()).toEqual([
      ['2026-04-10', 'OPEN', 99, 99],
      ['2026-05-10', 'OPEN', 99, 99],
    ]);
  });

  it('S7, X1: what has not started is billed nothing, whether it is canceled or another one takes its place', async () => {
    const { id } = await story.begun('pro', invoiced({ startDate: on('2026-05-01') }));
    expect(await story.get(id)).toMatchObject({ status: 'NOT_STARTED', latestInvoice: null });
    await canceled(id);
    await story.begun('pro', invoiced({ startDate: on('2026-05-02') }));
    await story.begun('basic', invoiced({ startDate: on('2026-05-03') }));
    await story.to('2026-05-20');
    expect(await story.bills()).toEqual([['2026-05-03', 'OPEN', 19, 19]]);
  });

  it('X4: the earlier of two ends holds, and an end gives up what waited with its price', async () => {
    const { id } = await story.billed();
    await story.begun('small', {});
    await expectOk(story.cancel(id, { cancellationTime: 'SPECIFIC_DATE', endDate: on('2026-05-05') }));
    await story.to('2026-06-01');
    expect(await story.bills()).toHaveLength(1);
  });

  it('X3: through GraphQL the same comes back', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    const document =
      'mutation($id: String!) { cancelSubscription(id: $id, input: { cancellationTime: IMMEDIATE, prorate: true }) { status latestInvoice { total status } } }';
    expect(await expectOk(story.api.graphql(document, { id }))).toEqual({
      ...{ status: 'CANCELED', latestInvoice: { total: -66, status: 'PAID' } },
    });
  });

  it('X3: prorate is refused where nothing is collected here', async () => {
    await createCustomer(story.api, 'bob');
    const body = { customerId: 'bob', planId: 'pro' };
    const { id } = await expectOk<{ id: string }>(story.api.rest('POST', '/subscriptions', body));
    expect(await story.cancel(id, { ...now, prorate: true })).toRefuse('UnsupportedParameter', /prorate/);
  });
});
