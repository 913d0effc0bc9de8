import type { TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import { changeSettings, downgradingTo } from '../support/product-settings';
import { storyForEach } from '../support/story-for-each';
import { begin, on, Story } from '../support/subscription-lives';

// Domain: customers-subscriptions

describe('ends of subscriptions', () => {
  let app: TestApp;
  let story: Story;

  storyForEach(Story, (begun) => ({ app, story } = begun));

  it('X1, S6, Q5: with its billing period it runs on until then, and ends by that decision', async () => {
    const { id } = await story.begun('pro');
    expect(await expectOk(story.cancel(id, { cancellationTime: 'END_OF_BILLING_PERIOD' }))).toMatchObject({
      ...{ status: 'ACTIVE', cancelReason: null },
      ...{ cancellationDate: on('2026-05-10'), effectiveEndDate: on('2026-05-10') },
    });
    await story.to('2026-05-09');
    expect(await story.limit()).toBe(1000);
    await story.to('2026-05-11');
    expect(await story.check()).toMatchObject({
      isGranted: false,
      accessDeniedReason: 'NoActiveSubscription',
    });
    expect(await story.get(id)).toMatchObject({
      ...{ status: 'CANCELED', cancelReason: 'ScheduledCancellation' },
      ...{ cancellationDate: on('2026-05-10'), effectiveEndDate: on('2026-05-10') },
    });
    expect((await story.told(id)).at(-1)).toEqual(['subscription.canceled', on('2026-05-10')]);
  });

  it('X1: at an instant, also of what has no billing period', async () => {
    const { id } = await story.begun('agreed');
    const body = { cancellationTime: 'SPECIFIC_DATE', endDate: on('2026-04-30') };
    expect(await expectOk(story.cancel(id, body))).toMatchObject({
      status: 'ACTIVE',
      cancellationDate: on('2026-04-30'),
    });
    await story.to('2026-04-30');
    expect(await story.get(id)).toMatchObject({ status: 'CANCELED' });
  });

  it('X4: of two ends the earlier one holds, and at once is earlier than any', async () => {
    const { id } = await story.begun('pro');
    const at = (day: string) => story.cancel(id, { cancellationTime: 'SPECIFIC_DATE', endDate: on(day) });
    await expectOk(at('2026-04-25'));
    expect(await expectOk(at('2026-04-28'))).toMatchObject({ cancellationDate: on('2026-04-25') });
    expect(await expectOk(at('2026-04-20'))).toMatchObject({ cancellationDate: on('2026-04-20') });
    expect(await expectOk(story.cancel(id, { cancellationTime: 'IMMEDIATE' }))).toMatchObject({
      status: 'CANCELED',
      cancellationDate: begin,
    });
  });

  it('V1: decided with the start', async () => {
    const { id } = await story.begun('pro', {
      startDate: on('2026-04-20'),
      cancellationDate: on('2026-05-01'),
    });
    expect(await story.get(id)).toMatchObject({ status: 'NOT_STARTED', cancellationDate: on('2026-05-01') });
    await story.to('2026-04-21');
    expect(await story.get(id)).toMatchObject({ status: 'ACTIVE' });
    await story.to('2026-06-01');
    expect(await story.get(id)).toMatchObject({
      status: 'CANCELED',
      cancelReason: 'ScheduledCancellation',
      effectiveEndDate: on('2026-05-01'),
    });
  });

  it('X2: the downgrade plan begins at the instant of the end, whenever it is asked about', async () => {
    await expectOk(changeSettings(story.api, downgradingTo('free')));
    const { id } = await story.begun('pro');
    await expectOk(story.cancel(id, { cancellationTime: 'END_OF_BILLING_PERIOD' }));
    await story.to('2026-05-15');
    expect(await story.limit()).toBe(10);
    expect(await story.all()).toEqual([
      ['pro', 'CANCELED', 'ScheduledCancellation'],
      ['free', 'ACTIVE', null],
    ]);
    const [free] = (
      await expectPage<Json>(story.api.rest('GET', '/subscriptions?customerId=ada&planId=free'))
    ).data;
    expect(free).toMatchObject({ startDate: on('2026-05-10'), createdAt: on('2026-05-10') });
  });

  it('X2: REVOKE_ENTITLEMENTS takes the access away at once, runs to its end and is not downgraded', async () => {
    await expectOk(changeSettings(story.api, downgradingTo('free')));
    const { id } = await story.begun('pro');
    const body = { cancellationTime: 'END_OF_BILLING_PERIOD', cancellationAction: 'REVOKE_ENTITLEMENTS' };
    expect(await expectOk(story.cancel(id, body))).toMatchObject({
      status: 'ACTIVE',
      cancellationDate: on('2026-05-10'),
    });
    expect(await story.check()).toMatchObject({ isGranted: false });
    await story.to('2026-05-15');
    expect(await story.all()).toEqual([['pro', 'CANCELED', 'ScheduledCancellation']]);
  });

  it('X2: access that was taken away is followed by no plan, whatever end is asked for again', async () => {
    await expectOk(changeSettings(story.api, downgradingTo('free')));
    const { id } = await story.begun('pro');
    const at = (day: string, more: Json = {}) =>
      expectOk(story.cancel(id, { cancellationTime: 'SPECIFIC_DATE', endDate: on(day), ...more }));
    await at('2026-04-20', { cancellationAction: 'REVOKE_ENTITLEMENTS' });
    await at('2026-04-25');
    await story.to('2026-05-01');
    expect(await story.all()).toEqual([['pro', 'CANCELED', 'ScheduledCancellation']]);
  });

  it('X2: nor where it ends at once then', async () => {
    await expectOk(changeSettings(story.api, downgradingTo('free')));
    const { id } = await story.begun('pro');
    const revoked = { cancellationTime: 'END_OF_BILLING_PERIOD', cancellationAction: 'REVOKE_ENTITLEMENTS' };
    await expectOk(story.cancel(id, revoked));
    await expectOk(story.cancel(id, { cancellationTime: 'IMMEDIATE', cancellationAction: 'DEFAULT' }));
    expect(await story.all()).toEqual([['pro', 'CANCELED', 'Immediate']]);
    expect(await story.check()).toMatchObject({ isGranted: false });
  });

  it('X1, X2, X4: through GraphQL too', async () => {
    const { id } = await story.begun('pro');
    const cancel = (input: string) =>
      story.api.graphql(
        `mutation { cancelSubscription(id: "${id}", input: ${input}) { status cancellationDate cancelReason } }`,
      );
    expect(
      await expectOk(
        cancel('{ cancellationTime: END_OF_BILLING_PERIOD, cancellationAction: REVOKE_ENTITLEMENTS }'),
      ),
    ).toEqual({ status: 'ACTIVE', cancellationDate: on('2026-05-10'), cancelReason: null });
    expect(await story.check()).toMatchObject({ isGranted: false });
    expect(
      await expectOk(
        story.api.graphql(
          `mutation { updateSubscription(id: "${id}", input: { cancellationDate: null }) { status cancellationDate } }`,
        ),
      ),
    ).toEqual({ status: 'ACTIVE', cancellationDate: null });
    expect(await story.limit()).toBe(1000);
    expect(await cancel('{ cancellationTime: SPECIFIC_DATE }')).toRefuse(
      'InvalidCancellationDate',
      /^endDate/,
    );
    expect(await expectOk(cancel('{ cancellationTime: IMMEDIATE }'))).toEqual({
      ...{ status: 'CANCELED', cancellationDate: begin, cancelReason: 'Immediate' },
    });
  });

  it('X2, Z1: it ends though its downgrade plan cannot be had', async () => {
    await expectOk(changeSettings(story.api, downgradingTo('free')));
    const { id } = await story.begun('pro');
    await expectOk(story.cancel(id, { cancellationTime: 'END_OF_BILLING_PERIOD' }));
    await expectOk(story.api.rest('POST', '/customers/ada/archive'));
    expect(await story.get(id)).toMatchObject({ status: 'CANCELED', cancelReason: 'CustomerArchived' });
  });

  it('U7, Z1: what ended before its customer was archived ended for its own reason', async () => {
    await expectOk(changeSettings(story.api, downgradingTo('free')));
    const { id } = await story.begun('pro', { cancellationDate: on('2026-04-12') });
    app.clock.advance({ days: 0 });
    await story.api.rest('PUT', `/environments/${story.place.environmentId}/clock`, {
      now: on('2026-04-13'),
    });
    await expectOk(story.api.rest('POST', '/customers/ada/archive'));
    expect(await story.get(id)).toMatchObject({
      cancelReason: 'ScheduledCancellation',
      effectiveEndDate: on('2026-04-12'),
    });
  });
});
