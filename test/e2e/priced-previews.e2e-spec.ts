import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { usd } from '../support/priced-plans';
import { base, extra, own, PriceStory, seats } from '../support/price-story';
import { seededRandom } from '../support/seeded-random';
import { units } from '../support/team-story';

// Domain: customers-subscriptions

/** What is bought and at which prices, in cents. */
interface Bought {
  seats: number;
  copies: number;
  prices: { base: number; seats: number; extra: number };
  minimum: number;
}

const catalog = { base: 4_900, seats: 1_000, extra: 500 };
const inUnits = (cents: number): number => cents / 100;

const partsOf = ({ seats: count, copies, prices }: Bought): number[] => [
  prices.base,
  count * prices.seats,
  copies * prices.extra,
];
const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0);
/** To the cent, half away from zero: each amount by itself. */
const shared = (cents: number, part: number, whole: number): number =>
  Math.floor((2 * cents * part + whole) / (2 * whole));

const requestOf = ({ seats: count, copies, prices, minimum }: Bought): Json => ({
  ...{ billingPeriod: 'MONTHLY', charges: units(count) },
  addons: copies > 0 ? [{ id: 'extra', quantity: copies }] : [],
  ...own(
    base(inUnits(prices.base)),
    seats(inUnits(prices.seats)),
    ...(copies > 0 ? [extra(inUnits(prices.extra))] : []),
  ),
  minimumSpend: usd(inUnits(minimum)),
});

describe('previews of prices by chance, beside a count in cents', () => {
  let app: TestApp;
  let story: PriceStory;
  const chance = seededRandom('priced previews');

  beforeAll(async () => {
    app = await createTestApp();
    story = await PriceStory.begin(app);
  });
  afterAll(() => app.close());

  const any = (least: { seats: number; copies: number }): Bought => ({
    seats: chance.whole(least.seats, least.seats + 9),
    copies: chance.whole(least.copies, least.copies + 2),
    prices: {
      base: chance.whole(0, 10_000),
      seats: chance.whole(0, 2_000),
      extra: chance.whole(0, 1_000),
    },
    minimum: chance.pick([0, chance.whole(0, 40_000)]),
  });
  const told = async (asked: Json): Promise<[number, number]> => {
    const { immediateInvoice, recurringInvoice } = await story.preview('team', asked);
    return [immediateInvoice.subTotal, recurringInvoice.subTotal];
  };
  const recurring = (bought: Bought): number => inUnits(Math.max(sum(partsOf(bought)), bought.minimum));

  it('O1, O2, W1: what begins costs its prices at once, and its minimum with each period', async () => {
    for (let turn = 0; turn < 15; turn++) {
      const bought = any({ seats: 0, copies: 0 });
      expect([bought, await told(requestOf(bought))]).toEqual([
        bought,
        [inUnits(sum(partsOf(bought))), recurring(bought)],
      ]);
    }
  });

  it('O1, O2, R1, W3: a change of what runs costs the rest of its period, by the old prices and the new', async () => {
    let runs: Bought = { seats: 1, copies: 0, prices: catalog, minimum: 0 };
    await story.team({ charges: units(1), minimumSpend: usd(0) });
    for (const [day, left] of [
      ['2026-04-12', 28],
      ['2026-04-15', 25],
      ['2026-04-21', 19],
      ['2026-05-03', 7],
    ] as const) {
      await story.to(day);
      for (let turn = 0; turn < 3; turn++) {
        const wanted = any(runs);
        const due = partsOf(wanted).map((amount) => shared(amount, left, 30));
        const back = partsOf(runs).map((amount) => shared(amount, left, 30));
        const answer = await told(requestOf(wanted));
        expect([wanted, answer]).toEqual([
          wanted,
          [expect.closeTo(inUnits(sum(due) - sum(back)), 6), recurring(wanted)],
        ]);
        if (turn < 2) continue;
        await story.team(requestOf(wanted));
        runs = wanted;
      }
    }
  });
});
