import type { TestApp } from '../support/app';
import { report } from '../support/catalog';
import { expectOk } from '../support/client';
import { changeSettings, downgradingTo } from '../support/product-settings';
import { storyForEach } from '../support/story-for-each';
import { begin, on, Story } from '../support/subscription-lives';

// Domain: customers-subscriptions

describe('subscriptions follow the clock, job or no job', () => {
  let app: TestApp;
  let story: Story;

  storyForEach(Story, (begun) => ({ app, story } = begun));

  /** It writes the columns that it knows. */
  const cancelAsTheLastRelease = (id: string): Promise<unknown> =>
    app.dataSource.query(
      `update subscription set canceled_at = $2, cancel_reason = 'Immediate' where id = $1`,
      [id, begin],
    );

  it('Z1, Z2: whoever asks first finds what time has brought about, once and at its instants', async () => {
    await expectOk(changeSettings(story.api, downgradingTo('free')));
    const { id } = await story.begun('ending');
    await story.jump('2026-08-01');
    const asked = await Promise.all([
      ...Array.from({ length: 8 }, () => story.limit()),
      ...Array.from({ length: 4 }, async () => (await story.get(id))['status']),
    ]);
    expect(new Set(asked)).toEqual(new Set([10, 'EXPIRED']));
    expect(await story.all()).toEqual([
      ['ending', 'EXPIRED', 'TRIAL_ENDED'],
      ['free', 'ACTIVE', null],
    ]);
    expect((await story.told(id)).filter(([type]) => type === 'trial.expired')).toEqual([
      ['trial.expired', on('2026-05-10')],
    ]);
  });

  it('Z1: a write carries out first what fell due before it', async () => {
    const { id } = await story.begun('pro', { cancellationDate: on('2026-05-01') });
    await story.jump('2026-06-01');
    const { subscription } = await story.begun('pro');
    expect(subscription['id']).not.toBe(id);
    expect(await story.get(id)).toMatchObject({ cancelReason: 'ScheduledCancellation' });
    expect(await story.cancel(id)).toRefuse('SubscriptionAlreadyCanceledOrExpired');
  });

  it('X4: what waited when the last release ended it waits no more', async () => {
    const { id } = await story.begun('pro');
    await story.begun('basic');
    await cancelAsTheLastRelease(id);
    expect((await story.get(id))['futureUpdates']).toMatchObject([{ scheduleStatus: 'CANCELED' }]);
    expect(await story.api.rest('DELETE', `/subscriptions/${id}/future-update/schedule`)).toRefuse(
      'FutureUpdateNotFound',
    );
  });

  it('Z1: what the last release has ended, and left its instant with, is not due and stands before nothing else', async () => {
    const { id } = await story.begun('pro', { cancellationDate: on('2026-05-01') });
    const later = await story.begun('free', { startDate: on('2026-05-03') });
    await cancelAsTheLastRelease(id);
    await story.jump('2026-05-04');
    expect(await story.all()).toEqual([
      ['pro', 'CANCELED', 'Immediate'],
      ['free', 'ACTIVE', null],
    ]);
    expect((await story.told(later.id)).at(-1)).toEqual(['subscription.updated', on('2026-05-03')]);
    expect((await story.told(id)).map(([type]) => type)).toEqual(['subscription.created']);
  });

  it('Z3: usage is counted where it belongs after a boundary nobody has seen yet', async () => {
    await story.begun('pro', { startDate: on('2026-05-01') });
    expect(await report(story.api, 'ada', 'calls', 1)).toRefuse('NoFeatureEntitlementInSubscription');
    await story.jump('2026-05-02');
    await expectOk(report(story.api, 'ada', 'calls', 1));
    expect(await story.check()).toMatchObject({
      isGranted: true,
      usagePeriodAnchor: on('2026-05-01'),
    });
  });

  it('V4, V11: of many that provision at once each finds what the one before left', async () => {
    const plans = ['free', 'basic', 'pro', 'agreed', 'tried', 'ending'];
    const answers = await Promise.all(
      Array.from({ length: 18 }, (_, index) =>
        story.ask(plans[index % plans.length] as string, index % 3 ? {} : { startDate: on('2026-04-20') }),
      ),
    );
    for (const answer of answers) expect([201, 400]).toContain(answer.status);
    const live = (await story.all()).filter(([, status]) => status === 'ACTIVE' || status === 'IN_TRIAL');
    expect(live.filter(([, status]) => status === 'ACTIVE').length).toBeLessThanOrEqual(1);
    expect(live.filter(([, status]) => status === 'IN_TRIAL').length).toBeLessThanOrEqual(1);
  });
});
