import fc from 'fast-check';
import { Decimal } from '#libs/kernel/decimal';
import type { PackageCredit } from '../../src/modules/entitlements/credits/domain/credit-contribution';
import {
  subscriptionCredits,
  type CreditContributions,
} from '../../src/modules/entitlements/credits/domain/subscription-credits';
import { addonOf, creditOf, ownCredits, perSeat } from '../support/package-credits';

// Domain: credits

// Few values, so that entitlements of one currency tie often.
const currencyUid = fc.constantFrom('a', 'b', 'c');
const amount = fc.constantFrom('0', '0.000000001', '1', '12', '500000000000000');
const cadence = fc.constantFrom('MONTH' as const, 'YEAR' as const);
const credit: fc.Arbitrary<PackageCredit> = fc
  .record({
    currencyUid,
    amount: fc.option(amount, { freq: 8 }),
    cadence,
    isGranted: fc.boolean(),
    hasSoftLimit: fc.boolean(),
    behavior: fc.constantFrom('Increment' as const, 'Override' as const),
    dependency: fc.constantFrom({}, perSeat),
  })
  .map(({ amount: given, dependency, ...terms }) => creditOf(given, { ...terms, ...dependency }));
const oneEach = fc.uniqueArray(credit, { maxLength: 3, selector: (each) => each.currencyUid });
const addons = fc
  .array(fc.record({ quantity: fc.integer({ min: 1, max: 5 }), credits: oneEach }), { maxLength: 4 })
  .map((list) => list.map(({ quantity, credits }, place) => addonOf(`addon-${place}`, quantity, ...credits)));
const limit = fc.constantFrom<number | 'unlimited' | undefined>(0, 1, 3, 'unlimited', undefined);

const subscription: fc.Arbitrary<CreditContributions> = fc
  .record({
    planChain: fc.array(
      oneEach.map((credits) => ({ credits })),
      { maxLength: 3 },
    ),
    addons,
    overrides: fc.uniqueArray(
      fc.record({ currencyUid, amount, cadence }).map(({ amount: given, ...own }) => ownCredits(given, own)),
      { maxLength: 2, selector: (own) => own.currencyUid },
    ),
    limit,
  })
  .map(({ limit: seats, ...contributions }) => ({ ...contributions, limitOf: () => seats }));

const shuffled = <T>(list: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...list], { minLength: list.length });

const reordered = (of: CreditContributions): fc.Arbitrary<CreditContributions> =>
  fc.record({
    planChain: fc.tuple(...of.planChain.map(({ credits }) => fc.record({ credits: shuffled(credits) }))),
    addons: fc
      .tuple(...of.addons.map((addon) => shuffled(addon.credits).map((credits) => ({ ...addon, credits }))))
      .chain(shuffled),
    overrides: shuffled(of.overrides),
    limitOf: fc.constant(of.limitOf),
  });

describe('what a subscription gives in credits', () => {
  it('R1: the order in which addons, entitlements and values come does not matter', () => {
    const both = subscription.chain((of) => fc.tuple(fc.constant(of), reordered(of)));
    fc.assert(
      fc.property(both, ([of, other]) => {
        expect(subscriptionCredits(other)).toEqual(subscriptionCredits(of));
      }),
      { numRuns: 2_000 },
    );
  });

  it('R1, Y4: keys are unique, and what is given can be granted', () => {
    fc.assert(
      fc.property(subscription, (of) => {
        const { allowances, skipped } = subscriptionCredits(of);
        const keys = [...allowances, ...skipped].map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        for (const given of allowances) {
          expect(given.amount.gt(0) && given.amount.lte('1e15') && given.amount.dp() <= 9).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('R1: one more Increment addon changes nothing of what there was, and gives its amount times its quantity', () => {
    const extra = fc.record({
      amount: fc.integer({ min: 1, max: 1000 }),
      quantity: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(subscription, extra, (of, { amount: each, quantity }) => {
        const added = addonOf('extra', quantity, creditOf(String(each), { currencyUid: 'a' }));
        const before = subscriptionCredits(of).allowances;
        const after = subscriptionCredits({ ...of, addons: [...of.addons, added] }).allowances;
        expect(after.filter(({ key }) => !key.startsWith('ADDON:extra'))).toEqual(before);
        const gained = after.find(({ key }) => key.startsWith('ADDON:extra'));
        expect(gained?.amount).toEqual(new Decimal(each * quantity));
      }),
    );
  });

  it('R3: what depends on a feature grows with it, unit by unit', () => {
    const plan = { credits: [creditOf('12.5', perSeat)] };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seats) => {
        const given = (limitOf: () => number) =>
          subscriptionCredits({ planChain: [plan], addons: [], overrides: [], limitOf }).allowances[0]
            ?.amount;
        expect(
          given(() => seats + 1)
            ?.minus(given(() => seats) ?? 0)
            .toFixed(),
        ).toBe('12.5');
      }),
    );
  });
});
