import { moveClock } from '../support/environment-clock';
import { BackfillBillingMonths1795574000000 } from '../../src/migrations/1795574000000-backfill-billing-months';
import type { TestApp } from '../support/app';
import { createCustomer, subscribe, type Json } from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import { eventsAbout } from '../support/events';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { TeamStory, units } from '../support/team-story';

// Domain: customers-subscriptions

const byYear = { billingPeriod: 'ANNUALLY' };

describe('billing months of annual subscriptions', () => {
  let app: TestApp;
  let story: TeamStory;

  storyForEach(TeamStory, (begun) => ({ app, story } = begun));

  /** Instants at which the end of a month was told, to the hour. */
  const months = async (id: string): Promise<string[]> =>
    (await story.told(id)).flatMap(([type, at]) =>
      type === 'billing.month_ends_soon' ? [String(at).slice(0, 16)] : [],
    );

  it('B3: the end of each is told one hour before it, with the subscription', async () => {
    const { id } = await story.team(byYear);
    await story.to('2026-07-09');
    expect(await months(id)).toEqual(['2026-05-09T23:00', '2026-06-09T23:00']);
    await story.to('2027-04-10');
    const told = await months(id);
    expect([told.length, told.at(-1)]).toEqual([12, '2027-04-09T23:00']);
    const event = (await eventsAbout(app, id)).find(({ type }) => type === 'billing.month_ends_soon');
    expect(event?.payload).toMatchObject({
      subscription: { id, status: 'ACTIVE', currentBillingPeriodEnd: on('2027-04-10') },
    });
    const path = `/activity?entityId=${id}&type=billing.month_ends_soon`;
    const log = await expectPage<Json>(story.api.rest('GET', path));
    expect(log.data[0]).toMatchObject({ actor: 'subscriptions', createdAt: '2027-04-09T23:00:00.000Z' });
  });

  it('B1, B3: each is counted from the anchor, so that no day is lost', async () => {
    await story.to('2027-01-31');
    const { id } = await story.team(byYear);
    await story.to('2027-06-01');
    expect(await months(id)).toEqual([
      ...['2027-02-27T23:00', '2027-03-30T23:00', '2027-04-29T23:00', '2027-05-30T23:00'],
    ]);
  });

  it('B2, B3: also of a first one that is short, but not where it begins in its last hour', async () => {
    await expectOk(story.api.rest('PATCH', '/environment-settings', { billingAnchor: 'START_OF_THE_MONTH' }));
    const { id } = await story.team(byYear);
    await moveClock(story.place, '2026-04-30T23:30:00.000Z');
    await createCustomer(story.api, 'bob');
    const late = await subscribe(story.api, 'bob', 'team', byYear);
    await story.to('2026-06-02');
    expect(await months(id)).toEqual(['2026-04-30T23:00', '2026-05-31T23:00']);
    expect(await months(late.id)).toEqual(['2026-05-31T23:00']);
  });

  it('Z1, B3: is told once and at its instant, whoever comes first, and in many moves as in one', async () => {
    const { id } = await story.team(byYear);
    await story.jump('2026-05-20');
    await Promise.all([
      ...Array.from({ length: 4 }, () => story.limit()),
      ...Array.from({ length: 4 }, () => story.get(id)),
    ]);
    for (const day of ['2026-06-01', '2026-06-09', '2026-06-10', '2026-06-11']) await story.to(day);
    expect(await months(id)).toEqual(['2026-05-09T23:00', '2026-06-09T23:00']);
  });

  it('B3, T4: a trial has none, what it becomes has', async () => {
    const { id } = await story.team({
      ...byYear,
      trialOverrideConfiguration: { isTrial: true, trialEndDate: on('2026-05-20') },
    });
    await story.to('2026-06-20');
    expect((await story.told(id)).map(([type]) => type).slice(2)).toEqual([
      ...['trial.ends_soon', 'subscription.updated', 'trial.converted', 'billing.month_ends_soon'],
    ]);
    expect(await months(id)).toEqual(['2026-06-19T23:00']);
  });

  it('B3: a start to come and a start gone by tell of the months that end from then on', async () => {
    const { id } = await story.team({ ...byYear, startDate: on('2026-02-15') });
    await createCustomer(story.api, 'bob');
    const later = await subscribe(story.api, 'bob', 'team', { ...byYear, startDate: on('2026-04-20') });
    await story.to('2026-05-25');
    expect(await months(id)).toEqual(['2026-04-14T23:00', '2026-05-14T23:00']);
    expect(await months(later.id)).toEqual(['2026-05-19T23:00']);
  });

  it('B3: what is billed by the month has none, and follows a change of period or anchor', async () => {
    const { id } = await story.team();
    await story.to('2026-05-15');
    expect(await months(id)).toEqual([]);
    await story.patched(id, byYear);
    await story.to('2026-06-15');
    expect(await months(id)).toEqual(['2026-06-09T23:00']);
    await story.patched(id, { billingCycleAnchor: 'NOW' });
    await story.patched(id, { billingPeriod: 'MONTHLY' });
    await story.to('2027-08-01');
    const told = await months(id);
    expect([told.length, told[1], told.at(-1)]).toEqual([13, '2026-07-14T23:00', '2027-06-14T23:00']);
  });

  it('B3, Z2: what has ended tells none, and what changes otherwise tells each once', async () => {
    const { id } = await story.team(byYear);
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(7), metadata: { team: 'red' } });
    await expectOk(story.cancel(id, { cancellationTime: 'SPECIFIC_DATE', endDate: on('2026-06-09') }));
    await story.to('2026-08-01');
    expect(await months(id)).toEqual(['2026-05-09T23:00']);
  });

  describe('of what the last release began', () => {
    const migrate = async (): Promise<void> => {
      const runner = app.dataSource.createQueryRunner();
      await new BackfillBillingMonths1795574000000().up(runner);
      await runner.release();
    };
    const noticesOf = (): Promise<Json[]> =>
      app.dataSource.query(
        `select id, ends_soon_at, due_at from subscription where environment_id = $1 order by id`,
        [story.place.environmentId],
      );

    it('B3: the migration finds the month that runs, by the clock of its environment, and whom others hold later', async () => {
      await story.to('2027-03-29');
      for (const [n, more] of [
        byYear,
        { ...byYear, startDate: on('2027-01-31') },
        { ...byYear, startDate: on('2024-02-29') },
        { ...byYear, startDate: '2026-12-29T00:30:00.000Z' },
        { ...byYear, cancellationDate: on('2027-04-02') },
        {},
        { ...byYear, startDate: on('2027-06-01') },
        { ...byYear, trialOverrideConfiguration: { isTrial: true, trialEndDate: on('2027-05-20') } },
      ].entries()) {
        await createCustomer(story.api, `before-${n}`);
        await subscribe(story.api, `before-${n}`, 'team', { billingPeriod: 'MONTHLY', ...more });
      }
      const wanted = await noticesOf();
      await app.dataSource.query(
        `update subscription set ends_soon_at = null, due_at = cancellation_date where slot = 'PLAN' and environment_id = $1`,
        [story.place.environmentId],
      );
      const holder = app.dataSource.createQueryRunner();
      await holder.startTransaction();
      await holder.query(`select from subscription where customer_id = 'before-1' for update`);
      const migrated = migrate();
      await holder.commitTransaction();
      await holder.release();
      await migrated;
      await migrate();
      expect(await noticesOf()).toEqual(wanted);
    });
  });
});
