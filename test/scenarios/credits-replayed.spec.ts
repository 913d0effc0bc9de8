import { createTestApp, type TestApp } from '../support/app';
import { expectOk } from '../support/client';
import { booksOf, type CreditBooks } from '../support/credit-books';
import { CreditMonths } from '../support/credit-months';
import { stockForCredits } from '../support/credit-shop';
import { firstInstant, lastInstant } from '../support/credit-steps';
import { recordedUsage } from '../support/recorded-usage';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { isUsage, ToldEnvironment, type Fact, type Passing } from '../support/told-facts';

// Domain: credits

jest.setTimeout(3_600_000);

const customers = Array.from({ length: scaled(12, 3) }, (_, n) => `c-${n + 1}`);
const instants = scaled(150, 32);
const random = seededRandom('credits-replayed.spec');

const isDecision = ({ path }: Fact): boolean => !isUsage(path);
const byInstant = (a: Fact, b: Fact): number => Date.parse(a.at) - Date.parse(b.at);

/** Records do not say who told them. */
const withoutTellers = ({ ledgers, ...rest }: CreditBooks): CreditBooks => ({
  ...rest,
  ledgers: ledgers.map(({ actor: _, ...entry }) => entry),
});

describe(`three months of ${customers.length} customers with credits`, () => {
  let app: TestApp;
  let first: ToldEnvironment;
  let facts: readonly Fact[];
  let books: CreditBooks;
  let again: CreditBooks;
  let recorded: CreditBooks;

  beforeAll(async () => {
    app = await createTestApp();
    first = await begun();
    const months = new CreditMonths(first, customers, random);
    await months.go(instants);
    ({ facts } = months);
    books = await booksOf(first);
    const counts = `${facts.length} facts, ${books.ledgers.length} entries of ${books.wallets.length} wallets`;
    process.stdout.write(`credits-replayed.spec: ${counts}; ${JSON.stringify(months.tally)}\n`);
    const usage = await recordedUsage(first);
    const all = [...facts.filter(isDecision), ...usage].sort(byInstant);
    [again, recorded] = await Promise.all([told(facts), told(all)]);
  });
  afterAll(() => app?.close());

  const begun = async (passing?: Passing): Promise<ToldEnvironment> => {
    const environment = await ToldEnvironment.begin(app, firstInstant, passing);
    await stockForCredits(environment.api, customers);
    return environment;
  };

  /** What an empty environment comes to that learns all of it before anybody reads its books. */
  const told = async (all: readonly Fact[], passing?: Passing): Promise<CreditBooks> => {
    const environment = await begun(passing);
    for (const fact of all) await expectOk(environment.tell(fact));
    await environment.moveTo(lastInstant);
    return booksOf(environment);
  };

  it('D8, D6, D7, N7, N9: what was acknowledged, told to an empty environment, gives the same wallets and ledgers', () => {
    expect(again).toEqual(books);
  });

  it('D8: so do the records of events, reports and consumptions that the tables keep', () => {
    expect(withoutTellers(recorded)).toEqual(withoutTellers(books));
  });

  it('D8, R7, R8: so does what was acknowledged where no job notes what time brings about, but whoever asks', async () => {
    expect(await told(facts, 'unnoted')).toEqual(books);
  });
});
