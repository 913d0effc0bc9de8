import type { ApiClient, RestAnswer } from '../support/client';
import { creditCustomer, giveCredits, proofOf } from '../support/credits';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { Fleet } from '../support/fleet';
import { inParallel, untilAnswered } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';

// Domain: credits

jest.setTimeout(1_200_000);

const clients = 64;
const asks = scaled(20_000, 480);
/** What the wallet holds: of four asks for one credit three are granted. */
const held = (asks * 3) / 4;
const random = seededRandom('credits-race.spec');

interface Outcome {
  amount: number;
  answer: RestAnswer;
}

interface Ledger {
  rows: number;
  lowest: number;
  last: number;
  consumed: number;
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);
const isTaken = ({ answer }: Outcome): boolean => answer.status === 201;
const amountsOf = (outcomes: readonly Outcome[]): number[] => outcomes.map(({ amount }) => amount);

describe(`64 clients at two processes ask ${asks} times for credits of one wallet that holds ${held}`, () => {
  let database: TestDatabase;
  const fleet = new Fleet();

  beforeAll(async () => {
    database = await createTestDatabase();
    const [one] = await fleet.join(2, { DATABASE_URL: database.serviceUrl });
    const api = (one as { api: ApiClient }).api;
    for (const customerId of ['enforced', 'free', 'random']) {
      await creditCustomer(api, customerId);
      // In several blocks, so that some asks are met by two of them.
      for (const share of [0.5, 0.3, 0.2]) await giveCredits(api, { customerId, amount: held * share });
    }
  });
  afterAll(async () => {
    await fleet.kill();
    await database?.drop();
  });

  async function askAll(customerId: string, amounts: readonly number[], more = {}): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    await inParallel(clients, [...amounts.entries()], async ([n, amount]) => {
      const what = {
        customerId,
        currencyId: 'tokens',
        amount,
        idempotencyKey: `${customerId}-${n}`,
        ...more,
      };
      const api = random.pick(fleet.apis);
      const answer = await untilAnswered(() => api.send('POST', '/api/v1/credits/consumption', what));
      outcomes.push({ amount, answer });
    });
    return outcomes;
  }

  async function ledgerOf(customerId: string): Promise<Ledger> {
    const text = `
      select count(*)::int as rows, min(ending_balance)::float as lowest,
             (array_agg(ending_balance order by seq desc))[1]::float as last,
             coalesce(-sum(amount) filter (where event_type = 'CREDITS_CONSUMED'), 0)::float as consumed
        from credit_ledger_entry l join customer c on c.uid = l.customer_uid where c.id = '${customerId}'`;
    const [found] = await rowsOf<Ledger>(database.url, text);
    return found as Ledger;
  }

  /** Of what was refused nothing would have fitted, and the ledger tells what was answered. */
  async function expectNeverBelowZero(customerId: string, outcomes: readonly Outcome[]): Promise<void> {
    const [taken, refused] = [outcomes.filter(isTaken), outcomes.filter((each) => !isTaken(each))];
    for (const { answer } of refused) {
      expect(answer).toRefuse('EntitlementLimitExceededError', /InsufficientCredits/);
    }
    const left = held - sumOf(amountsOf(taken));
    expect(amountsOf(refused).filter((amount) => amount <= left)).toEqual([]);
    const { lowest, last, consumed } = await ledgerOf(customerId);
    // The first row begins with nothing.
    expect({ isBelow: lowest < 0, last, consumed }).toEqual({
      isBelow: false,
      last: left,
      consumed: held - left,
    });
    for (const api of fleet.apis) expect(await proofOf(api, customerId)).toMatchObject({ holds: true });
  }

  it('B-01, N6, N9, entitlements-usage Q12: one by one, exactly what is there is taken and the rest is refused', async () => {
    const outcomes = await askAll('enforced', Array<number>(asks).fill(1), { enforceLimit: true });
    await expectNeverBelowZero('enforced', outcomes);
    expect(outcomes.filter(isTaken)).toHaveLength(held);
    expect(outcomes.filter((each) => !isTaken(each))).toHaveLength(asks - held);
    expect((await ledgerOf('enforced')).lowest).toBe(0);
  });

  it('N4, N6: without the flag all are taken, and what is lacking is owed once', async () => {
    const outcomes = await askAll('free', Array<number>(asks).fill(1));
    expect(outcomes.filter(isTaken)).toHaveLength(asks);
    expect(await ledgerOf('free')).toEqual({
      ...{ lowest: held - asks, last: held - asks, consumed: asks },
      rows: expect.any(Number),
    });
    expect(await proofOf(fleet.apis[0] as ApiClient, 'free')).toMatchObject({ holds: true });
  });

  it('N6, N9, entitlements-usage Q12: of random amounts none is taken that is not there, and none refused that is', async () => {
    const amounts = Array.from({ length: asks }, () => random.whole(8, 24) / 8);
    await expectNeverBelowZero('random', await askAll('random', amounts, { enforceLimit: true }));
  });
});
