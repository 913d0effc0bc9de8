import { DueOrder } from '#libs/messaging/due-order';
import type { TestApp } from '../support/app';
import { expectOk } from '../support/client';
import { grantsOf } from '../support/credits';
import { eventsLike } from '../support/events';
import { rateMeters } from '../support/rated-meters';
import { RatedStory } from '../support/rated-story';
import { storyForEach } from '../support/story-for-each';

// Domain: credits

describe('wallets that usage empties', () => {
  let app: TestApp;
  let story: RatedStory;

  storyForEach(RatedStory, (begun) => ({ app, story } = begun));

  const recharged = async (): Promise<unknown[]> => {
    await app.nest.get(DueOrder).catchUp(story.place.environmentId);
    const bought = (await grantsOf(story.api, 'ada')).filter(
      ({ displayName }) => displayName === 'Automatic recharge',
    );
    return bought.map(({ amount }) => amount);
  };
  const told = async (): Promise<string[]> =>
    (await eventsLike(app, story.place.environmentId, 'credit_balance.')).map(({ type }) => type);

  it('A2: a report that leaves less than the threshold calls for a recharge, one that leaves it does not', async () => {
    const terms = {
      customerId: 'ada',
      currencyId: 'tokens',
      isEnabled: true,
      paymentCollectionMethod: 'NONE',
    };
    await expectOk(
      story.api.rest('PUT', '/credits/auto-recharge', {
        ...terms,
        thresholdValue: 2496,
        targetBalance: 2600,
      }),
    );
    await story.report(2);
    expect(await recharged()).toEqual([]);
    await story.report(1);
    expect([await recharged(), await story.balance()]).toEqual([[106], 2600]);
    expect(await story.proof()).toMatchObject({ holds: true });
  });

  it('B1: reports and raw events tell how little is left, each mark once', async () => {
    await story.leave(510);
    expect(await told()).toEqual(['credit_balance.low', 'credit_balance.low']);
    await story.report(5);
    expect(await told()).toHaveLength(3);
    await rateMeters(story);
    const before = (await told()).length;
    const event = { customerId: 'ada', eventName: 'prompt' };
    const events = Array.from({ length: 101 }, (_, n) => ({ ...event, idempotencyKey: `p-${n}` }));
    await expectOk(story.api.rest('POST', '/events', { events }));
    expect((await told()).length - before).toBe(1);
  });
});
