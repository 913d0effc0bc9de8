import type { TestApp } from '../support/app';
import { createCustomer, subscribe, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { meterOf, sendEvents } from '../support/metered-features';
import { grant, revoke } from '../support/promotions';
import { endOf } from '../support/publishing';
import { storyForEach } from '../support/story-for-each';
import { UsageFiguresStory } from '../support/usage-figures-story';

// Domain: access-and-events

describe('usage by day of events', () => {
  let app: TestApp;
  let story: UsageFiguresStory;

  storyForEach(UsageFiguresStory, (begun) => ({ app, story } = begun));

  it('P6: events count where they happened: COUNT, SUM of what passes a filter, late and repeated ones', async () => {
    await sendEvents(
      story.api,
      story.call('acorn', 0, { model: 'large', tokens: 0.1 }),
      story.call('birch', 0, { model: 'large', tokens: '0.2' }),
      story.call('birch', -2, { model: 'small', tokens: 7 }),
      story.call('cedar', -1, { model: 'large', tokens: -4 }),
    );
    expect(await story.used('hits')).toEqual([0, 1, 1, 2]);
    expect(await story.used('tokens')).toEqual([0, 0, -4, 0.3]);
    const late = story.call('acorn', -3, { model: 'large', tokens: 1000 });
    for (const _ of [1, 2]) await sendEvents(story.api, late);
    await sendEvents(
      story.api,
      story.call('acorn', -2, { model: 'large', tokens: 1 }),
      story.call('acorn', 0, {}),
    );
    expect(await story.used('hits')).toEqual([1, 2, 1, 3]);
    expect(await story.used('tokens')).toEqual([1000, 1, -4, 0.3]);
    await sendEvents(story.api, story.call('nobody', 0, {}), story.call('acorn', -31, {}));
    expect(await story.used('hits')).toEqual([1, 2, 1, 3]);
  });

  it('P6: by UNIQUE a value is used where the window of its customer met it first', async () => {
    await sendEvents(
      story.api,
      story.call('acorn', -1, { user: 'ann' }),
      story.call('birch', 0, { user: 'ann' }),
    );
    await sendEvents(
      story.api,
      story.call('acorn', 0, { user: 'ann' }),
      story.call('acorn', 0, { user: 'ben' }),
    );
    expect(await story.used('users')).toEqual([0, 0, 1, 2]);
    await sendEvents(story.api, story.call('acorn', -2, { user: 'ann' }));
    expect(await story.used('users')).toEqual([0, 1, 0, 2]);
    // Of the month before.
    await sendEvents(story.api, story.call('acorn', -15, { user: 'ann' }));
    expect(await story.used('users', -15, -14)).toEqual([1, 0]);
    expect(await story.used('users')).toEqual([0, 1, 0, 2]);
  });

  it('P6: a window that takes values over from another one counts none of them again', async () => {
    await sendEvents(
      story.api,
      story.call('acorn', -1, { user: 'ann' }),
      story.call('acorn', 0, { user: 'ben' }),
    );
    await grant(story.api, 'acorn', 'users', { usageLimit: 9000, resetPeriod: 'YEAR' });
    app.clock.advance({ minutes: 1 });
    await sendEvents(
      story.api,
      story.call('acorn', 0, { user: 'ann' }),
      story.call('acorn', 0, { user: 'ben' }),
      story.call('acorn', 0, { user: 'cid' }),
    );
    // Ann was met before the year began.
    expect(await story.used('users')).toEqual([0, 0, 1, 3]);
    await expectOk(revoke(story.api, 'acorn', 'users'));
    app.clock.advance({ minutes: 1 });
    await sendEvents(story.api, story.call('acorn', 0, { user: 'cid' }));
    expect(await story.used('users')).toEqual([0, 0, 1, 3]);
  });

  it('P6: a level that a meter sums', async () => {
    await sendEvents(
      story.api,
      story.call('acorn', -2, { bytes: 10.5 }),
      story.call('birch', -1, { bytes: 4 }),
    );
    await sendEvents(story.api, story.call('acorn', 0, { bytes: -3 }));
    expect(await story.used('stored', -3, 1)).toEqual([0, 10.5, 14.5, 11.5, 11.5]);
  });

  const rebuild = async (id: string): Promise<void> => {
    const { taskId } = await expectOk<{ taskId: string }>(
      story.api.rest('POST', `/features/${id}/meter/rebuild`),
    );
    expect(await endOf(story.api, taskId)).toMatchObject({ state: 'COMPLETED', progress: { failed: 0 } });
  };

  it('P6: a rebuild tells what it counts: the same of what was counted, and what nobody was entitled to before', async () => {
    await createCustomer(story.api, 'dogwood');
    await sendEvents(
      story.api,
      story.call('acorn', -1, { user: 'ann', model: 'large', tokens: 2 }),
      story.call('birch', 0, { user: 'ann', model: 'large', tokens: 3 }),
      story.call('dogwood', -2, { user: 'dan', model: 'large', tokens: 5 }),
    );
    const counted = { hits: [0, 0, 1, 1], tokens: [0, 0, 2, 3], users: [0, 0, 1, 1] };
    for (const [id, days] of Object.entries(counted)) {
      expect(await story.used(id)).toEqual(days);
      await rebuild(id);
      expect(await story.used(id)).toEqual(days);
    }
    await subscribe(story.api, 'dogwood', 'plan');
    const whole = { hits: [0, 1, 1, 1], tokens: [0, 5, 2, 3], users: [0, 1, 1, 1] };
    for (const [id, days] of Object.entries(whole)) {
      await rebuild(id);
      expect(await story.used(id)).toEqual(days);
    }
  });

  it('P6: only the meter in force is told, beside what was reported before there was one', async () => {
    await grant(story.api, 'acorn', 'later', { usageLimit: 9000 });
    await story.reported('acorn', 'later', 4, { createdAt: story.after(-1) });
    const setMeter = (meter: Json) => expectOk(story.api.rest('PATCH', '/features/later', { meter }));
    await setMeter(meterOf('COUNT', undefined, 'load'));
    const load = (days: number, tokens: number) =>
      story.call('acorn', days, { tokens }, { eventName: 'load' });
    await sendEvents(story.api, load(-1, 9), load(0, 9));
    expect(await story.used('later')).toEqual([0, 0, 5, 1]);
    app.clock.advance({ minutes: 1 });
    await setMeter(meterOf('SUM', 'tokens', 'load'));
    expect(await story.used('later')).toEqual([0, 0, 4, 0]);
    await sendEvents(story.api, load(0, 9));
    expect(await story.used('later')).toEqual([0, 0, 4, 9]);
  });
});
