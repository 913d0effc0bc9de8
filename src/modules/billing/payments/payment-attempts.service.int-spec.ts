import { runAsSystem } from '#libs/context/request-context';
import type { TestApp } from '../../../../test/support/app';
import { ChargeStory } from '../../../../test/support/charge-story';
import { storyForEach } from '../../../../test/support/story-for-each';
import { on } from '../../../../test/support/subscription-lives';
import { PaymentCollection } from './payment-collection.service';
import { PaymentProviders } from './payment-providers.service';

// Domain: contracts-billing
describe('attempts of the clock', () => {
  let app: TestApp;
  let story: ChargeStory;

  storyForEach(ChargeStory, (begun) => ({ app, story } = begun));
  afterEach(() => jest.restoreAllMocks());

  /** Each charge is declined for good. @returns how often it was asked for */
  function declineForGood(): () => number {
    const charge = jest.fn(() =>
      Promise.resolve({ state: 'FAILED', ref: null, reason: 'the card is lost', isHard: true }),
    );
    jest.spyOn(app.nest.get(PaymentProviders), 'of').mockResolvedValue({ charge } as never);
    return () => charge.mock.calls.length;
  }

  const reasons = async () => (await story.attempts()).map(({ failureReason }) => failureReason);

  it('V11: by a method that was declined for good nothing is asked again, and the days go on', async () => {
    const id = await story.renewing();
    const asked = declineForGood();
    await story.to('2026-05-14');
    expect(asked()).toBe(1);
    const again = expect.stringMatching(/^no attempt with the payment method of customer ada/) as string;
    expect(await reasons()).toEqual(['the card is lost', again, again]);
    jest.restoreAllMocks();
    await story.to('2026-05-20');
    expect(await story.standing(id)).toEqual(['CANCELED', 'CANCELLED_BY_BILLING', 'FAILED']);
    expect(await story.attempts()).toHaveLength(5);
  });

  it('V11: by another method it is asked for again', async () => {
    await story.renewing();
    const asked = declineForGood();
    await story.to('2026-05-10');
    jest.restoreAllMocks();
    await story.payBy('pays_late');
    await story.to('2026-05-12');
    expect(asked()).toBe(1);
    expect((await story.attempts()).map(({ state }) => state)).toEqual(['FAILED', 'SUCCEEDED']);
  });

  it('V11: who comes twice upon one that is to be followed, or given up, does it once', async () => {
    const id = await story.renewing();
    await story.payBy('declines');
    await story.to('2026-05-16');
    const [last] = (await story.attempts()).slice(-1);
    await story.jump('2026-05-18');
    const twice = (uid: string) =>
      runAsSystem('test', story.place.environmentId, () =>
        Promise.all([1, 2].map(() => app.nest.get(PaymentCollection).advance(uid))),
      );
    await twice(String(last?.id));
    expect(await story.attempts()).toHaveLength(5);
    await twice(String((await story.attempts()).at(-1)?.id));
    expect(await story.standing(id)).toEqual(['CANCELED', 'CANCELLED_BY_BILLING', 'FAILED']);
    expect((await story.get(id))['cancellationDate']).toBe(on('2026-05-18'));
    expect((await story.told(id)).filter(([type]) => type === 'subscription.canceled')).toHaveLength(1);
  });
});
