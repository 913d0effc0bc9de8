import { createTestApp, type TestApp } from '../support/app';
import { BillingYear } from '../support/billing-year';
import { scaled } from '../support/scenario-scale';
import { seededRandom, type SeededRandom } from '../support/seeded-random';

// Domain: customers-subscriptions

jest.setTimeout(3_600_000);

const customers = scaled(200, 4);
/** Instants of a month at which somebody may do something. */
const instants = scaled(6, 3);
const random = seededRandom('billing-year.spec');
const [firstYear, firstMonth, months] = [2027, 1, 13];
const begin = Date.UTC(2027, 0, 31, 10, 15);

/** From the 31st of January on, over the 29th of February of a leap year: some of each month, with boundaries among them. */
function momentsOf({ shuffled, whole }: SeededRandom): number[] {
  const hours = [0, 0, (10 * 60 + 15) * 60, (17 * 60 + 42) * 60 + 13];
  const all = Array.from({ length: months }, (_, place) => {
    const month = firstMonth + place;
    const last = new Date(Date.UTC(firstYear, month + 1, 0)).getUTCDate();
    const days = shuffled([1, 4, 10, 14, 15, 20, 25, 28, 29, 30, 31].filter((day) => day <= last)).slice(
      0,
      instants,
    );
    return days.map((day) => Date.UTC(firstYear, month, day) + (hours[whole(0, 3)] ?? 0) * 1000);
  });
  return all.flat().sort((a, b) => a - b);
}

describe(`${customers} customers who live through ${months} months`, () => {
  let app: TestApp;
  let year: BillingYear;

  beforeAll(async () => {
    app = await createTestApp();
    year = await BillingYear.begin(app, customers, begin, random);
  });
  afterAll(() => app?.close());

  it('V6, V9, T4, B1, B4, D2, D5, D9, R1, R3, R4, W1, X1, X3, X7, X9, N2, N4, N5, Z2, contracts-billing V7, V10, entitlements-usage A13: each invoice is to the cent what a plain model makes of the requests, and what a preview has told', async () => {
    await year.live([begin, ...momentsOf(random)], 5);
    expect(year.sent.length).toBeGreaterThan(customers * 5);
  });

  it('contracts-billing V5, V6, V8: all of them are told so, numbered without a gap', async () => {
    await year.expectTold();
    const numbers = year.sent.map(({ number }) => Number(number.replaceAll(/\D/g, '')));
    expect(numbers).toEqual(numbers.map((_, place) => place + 1));
  });

  it('R1, contracts-billing V9: invoices add up to their lines, and these multiply out by the figures that they tell', async () => {
    await year.expectExplained();
  });

  it('contracts-billing V10: no period is left out, and none is billed twice', () => {
    year.expectNoGap();
  });
});
