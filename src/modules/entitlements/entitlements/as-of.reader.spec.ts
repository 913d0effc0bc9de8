import { TestClock } from '../../../../test/support/clock';
import { asOfReading } from './as-of.reader';
import type { GrantFacts } from './stored-facts.record';

// Domain: entitlements-usage

describe('what is read while it changes', () => {
  const clock = new TestClock();
  const startsAt = clock.now().getTime();
  const nothingDue = { carryOut: () => undefined };
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
    const { at } = await asOfReading(clock, nothingDue, async (instant) => {
      asked.push(instant.getTime());
      clock.advance({ ms: 5 });
      return factsWith(startsAt + 3);
    });
    expect(asked).toEqual([startsAt, startsAt + 5]);
    expect(at.getTime()).toBe(startsAt + 5);
  });

  it('G9: what fell due is carried out first, once, and read anew', async () => {
    let carriedOut = 0;
    const due = {
      carryOut: async () => {
        carriedOut++;
      },
    };
    const facts = () => {
      const all = factsWith(startsAt - 5);
      const [life] = (all[0] as GrantFacts).scopes[0]?.subscriptions ?? [];
      Object.assign(life as object, { due: startsAt });
      return all;
    };
    const read = jest.fn(async () => facts());
    await asOfReading(clock, due, read);
    expect([carriedOut, read.mock.calls.length]).toEqual([1, 2]);
    clock.advance({ ms: -1 });
    await asOfReading(clock, due, read);
    expect([carriedOut, read.mock.calls.length]).toEqual([1, 3]);
  });

  it.each([
    ['began before', -1],
    ['begins later', 6],
  ])('is judged at the instant of the question where all that is there %s', async (_title, ms) => {
    const { at } = await asOfReading(clock, nothingDue, async () => {
      clock.advance({ ms: 5 });
      return factsWith(startsAt + ms);
    });
    expect(at.getTime()).toBe(startsAt);
  });
});
