import { createTestApp, type TestApp } from '../support/app';
import { expectOk } from '../support/client';
import { booksOf, type CreditBooks } from '../support/credit-books';
import { stockForCredits } from '../support/credit-shop';
import { ToldEnvironment, type Fact, type Passing } from '../support/told-facts';

// Domain: credits

const by = 'server';
const customerId = 'ada';
const subscribe = (at: string, planId: string): Fact => ({
  ...{ at, by, customerId, method: 'POST', path: '/subscriptions' },
  body: { customerId, planId, billingPeriod: 'MONTHLY' },
});
const give = (at: string, terms: Record<string, string>): Fact => ({
  ...{ at, by, customerId, method: 'POST', path: '/credits/grants' },
  body: {
    customerId,
    currencyId: 'tokens',
    displayName: 'gift',
    grantType: 'PROMOTIONAL',
    amount: 160,
    ...terms,
  },
});

describe('what time has brought about when somebody changes a subscription', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());

  const booksAfter = async (facts: readonly Fact[], passing: Passing): Promise<CreditBooks> => {
    const environment = await ToldEnvironment.begin(app, '2027-01-31T00:00:00.000Z', passing);
    await stockForCredits(environment.api, [customerId]);
    for (const fact of facts) await expectOk(environment.tell(fact));
    return booksOf(environment);
  };

  it('D8, R8: what a plan gives that waited stands before what began after it, whoever notes both', async () => {
    const facts = [
      subscribe('2027-01-31T00:00:00.000Z', 'large'),
      give('2027-02-20T00:00:00.000Z', {
        effectiveAt: '2027-02-28T16:00:00.000Z',
        expireAt: '2027-03-12T00:00:00.000Z',
      }),
      subscribe('2027-02-25T00:00:00.000Z', 'small'),
      subscribe('2027-03-02T00:00:00.000Z', 'small'),
    ];
    const noted = await booksAfter(facts, 'noted');
    const given = noted.ledgers.filter(
      ({ eventType, currencyId }) => eventType === 'CREDITS_GRANTED' && currencyId === 'tokens',
    );
    expect(given.slice(-2).map(({ grant, timestamp }) => [grant, timestamp])).toEqual([
      ['Credits of small', new Date('2027-02-28T00:00:00.000Z')],
      ['gift', new Date('2027-02-28T16:00:00.000Z')],
    ]);
    expect(await booksAfter(facts, 'unnoted')).toEqual(noted);
  });
});
