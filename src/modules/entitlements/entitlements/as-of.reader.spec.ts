import { TestClock } from '../../../../test/support/clock';
import { asOfReading } from './as-of.reader';
import type { GrantFacts } from './stored-facts.record';

// Domain: entitlements-usage

describe('what is read while it changes', () => {
  const clock = new TestClock();
  const startsAt = clock.now().getTime();
  beforeEach(() => clock.reset());

  const factsWith = (...starts: number[]): GrantFacts[] => [
    {
      ...{ customerUid: 'customer', isArchived: false, resourceUid: null, feature: null },
      scopes: [
        { subscriptions: starts.map((from) => ({ key: `${from}`, from, until: null })), grants: null },
      ] as never,
    },
  ];

  it('G9: is read anew where a subscription has begun meanwhile, and judged at an instant of its life', async () => {
    const asked: number[] = [];
    const { at } = await asOfReading(clock, async (instant) => {
      asked.push(instant.getTime());
      clock.advance({ ms: 5 });
      return factsWith(startsAt + 3);
    });
    expect(asked).toEqual([startsAt, startsAt + 5]);
    expect(at.getTime()).toBe(startsAt + 5);
  });

  it.each([
    ['began before', -1],
    ['begins later', 6],
  ])('is judged at the instant of the question where all that is there %s', async (_title, ms) => {
    const { at } = await asOfReading(clock, async () => {
      clock.advance({ ms: 5 });
      return factsWith(startsAt + ms);
    });
    expect(at.getTime()).toBe(startsAt);
  });
});
