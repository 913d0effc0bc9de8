import { addonOf, creditOf, ownCredits, perSeat } from '../../../../../test/support/package-credits';
import { dec } from '../../../../../test/support/price-builders';
import type { PackageCredit } from './credit-contribution';
import { subscriptionCredits, type CreditContributions } from './subscription-credits';

// Domain: credits

interface Parts extends Partial<Omit<CreditContributions, 'planChain'>> {
  plan?: PackageCredit | PackageCredit[];
  parent?: PackageCredit[];
}

const resolve = ({ plan = [], parent = [], addons = [], overrides = [], limitOf = () => undefined }: Parts) =>
  subscriptionCredits({
    planChain: [{ credits: parent }, { credits: [plan].flat() }],
    addons,
    overrides,
    limitOf,
  });

/** `key amount` of each. */
const given = (parts: Parts): string[] =>
  resolve(parts).allowances.map(({ key, amount }) => `${key} ${amount.toFixed()}`);
const skipped = (parts: Parts) => resolve(parts).skipped;

const planKey = 'PLAN:tokens-uid:MONTH';
const override = { behavior: 'Override' as const };

describe('credits of plan and addons (R1)', () => {
  it('R1: the plan gives its amount once', () => {
    expect(resolve({ plan: creditOf('5000', { hasSoftLimit: true }) })).toEqual({
      allowances: [
        {
          key: planKey,
          sourceType: 'PLAN_ENTITLEMENT',
          currencyUid: 'tokens-uid',
          currencyId: 'tokens',
          amount: dec(5000),
          cadence: 'MONTH',
          hasSoftLimit: true,
        },
      ],
      skipped: [],
    });
    expect(given({ plan: creditOf('5000.000000001') })).toEqual([`${planKey} 5000.000000001`]);
  });

  it('R1: an addon gives its amount times its quantity, beside the plan', () => {
    const parts = { plan: creditOf('1000'), addons: [addonOf('pack', 3, creditOf('200.5'))] };
    expect(given(parts)).toEqual(['ADDON:pack:tokens-uid:MONTH 601.5', `${planKey} 1000`]);
    expect(resolve(parts).allowances[0]?.sourceType).toBe('ADDON_ENTITLEMENT');
  });

  it('R1: each cadence and each currency has an allowance of its own', () => {
    const minutes = { currencyUid: 'minutes-uid', currencyId: 'minutes' };
    const parts = {
      plan: [creditOf('60000', { cadence: 'YEAR' }), creditOf('5', minutes)],
      addons: [addonOf('pack', 1, creditOf('10'), creditOf('7', minutes))],
    };
    expect(given(parts)).toEqual([
      'ADDON:pack:minutes-uid:MONTH 7',
      'ADDON:pack:tokens-uid:MONTH 10',
      'PLAN:minutes-uid:MONTH 5',
      'PLAN:tokens-uid:YEAR 60000',
    ]);
  });

  it('R1: an Override takes the place of the plan and is not multiplied by its quantity; Increments stay beside it', () => {
    const addons = [addonOf('big', 3, creditOf('400', override)), addonOf('pack', 2, creditOf('10'))];
    expect(given({ plan: creditOf('1000'), addons })).toEqual([
      'ADDON:big:tokens-uid:MONTH 400',
      'ADDON:pack:tokens-uid:MONTH 20',
    ]);
    expect(given({ addons })).toHaveLength(2);
  });

  it('R1: an Override takes the place of the plan whatever their cadences', () => {
    const addons = [addonOf('big', 1, creditOf('400', { ...override, cadence: 'YEAR' }))];
    expect(given({ plan: creditOf('1000'), addons })).toEqual(['ADDON:big:tokens-uid:YEAR 400']);
  });

  it.each([
    ['the larger one', creditOf('400', override), creditOf('401', override), 'b'],
    [
      'more in a year',
      creditOf('100', override),
      creditOf('1199', { ...override, cadence: 'YEAR' as const }),
      'a',
    ],
    [
      'more in a year',
      creditOf('100', override),
      creditOf('1201', { ...override, cadence: 'YEAR' as const }),
      'b',
    ],
    ['the soft one', creditOf('400', override), creditOf('400', { ...override, hasSoftLimit: true }), 'b'],
    ['the first by key', creditOf('400', override), creditOf('400', override), 'a'],
    ['one that has a value', creditOf(null, override), creditOf('1', override), 'b'],
  ])('R1: of two Overrides counts %s', (_, a, b, expected) => {
    const addons = [addonOf('a', 1, a), addonOf('b', 1, b)];
    for (const listed of [addons, addons.toReversed()]) {
      const [only, ...others] = given({ plan: creditOf('1000'), addons: listed });
      expect([only?.split(':')[1], others]).toEqual([expected, []]);
    }
  });

  it('R1: an Override of nothing takes the place of the plan too', () => {
    expect(given({ plan: creditOf('1000'), addons: [addonOf('none', 1, creditOf('0', override))] })).toEqual(
      [],
    );
    expect(given({ plan: creditOf('0') })).toEqual([]);
  });

  it('catalog I2: the plan closest to the leaf says all, softness and cadence too', () => {
    const parent = [
      creditOf('1000', { hasSoftLimit: true, ...perSeat }),
      creditOf('3', { currencyUid: 'x' }),
    ];
    const parts = { parent, plan: creditOf('60', { cadence: 'YEAR' }) };
    expect(given(parts)).toEqual(['PLAN:tokens-uid:YEAR 60', 'PLAN:x:MONTH 3']);
    expect(resolve(parts).allowances[0]?.hasSoftLimit).toBe(false);
  });

  it('catalog I4: isGranted=false takes the inherited credits away, not those of addons', () => {
    const parts = { parent: [creditOf('1000')], plan: creditOf('500', { isGranted: false }) };
    expect(resolve(parts)).toEqual({ allowances: [], skipped: [] });
    expect(given({ ...parts, addons: [addonOf('pack', 1, creditOf('7'))] })).toEqual([
      'ADDON:pack:tokens-uid:MONTH 7',
    ]);
  });

  it('catalog I4: isGranted=false on an addon takes nothing from the plan', () => {
    for (const behavior of ['Increment', 'Override'] as const) {
      const addons = [addonOf('pack', 1, creditOf('7', { isGranted: false, behavior }))];
      expect(given({ plan: creditOf('1000'), addons })).toEqual([`${planKey} 1000`]);
    }
  });
});

describe('values of the subscription', () => {
  it('customers-subscriptions O4: takes the place of the plan and of Overrides; Increments stay beside it', () => {
    const parts = {
      plan: creditOf('1000'),
      overrides: [ownCredits('50', { cadence: 'YEAR' })],
      addons: [addonOf('big', 1, creditOf('400', override)), addonOf('pack', 2, creditOf('10'))],
    };
    expect(given(parts)).toEqual(['ADDON:pack:tokens-uid:MONTH 20', 'PLAN:tokens-uid:YEAR 50']);
  });

  it('catalog E9: a variable entitlement gives nothing until the subscription fills it in', () => {
    const variable = creditOf(null, { hasSoftLimit: true });
    expect(resolve({ plan: variable })).toEqual({ allowances: [], skipped: [] });
    expect(resolve({ plan: creditOf('5', { cadence: null }) })).toEqual({ allowances: [], skipped: [] });
    const filled = { plan: variable, overrides: [ownCredits('700')] };
    expect(given(filled)).toEqual([`${planKey} 700`]);
    expect(resolve(filled).allowances[0]?.hasSoftLimit).toBe(true);
  });

  it('customers-subscriptions O4: counts where the plan gives none or takes it away, and is hard there', () => {
    expect(given({ overrides: [ownCredits('700')] })).toEqual([`${planKey} 700`]);
    const parts = {
      plan: creditOf('5', { isGranted: false, hasSoftLimit: true }),
      overrides: [ownCredits('700')],
    };
    expect(resolve(parts).allowances[0]).toMatchObject({ key: planKey, hasSoftLimit: false });
  });

  it('customers-subscriptions O4: is what it gives in all, not for each unit of a feature', () => {
    const parts = { plan: creditOf('1000', perSeat), overrides: [ownCredits('700')], limitOf: () => 5 };
    expect(given(parts)).toEqual([`${planKey} 700`]);
    expect(skipped({ ...parts, limitOf: () => 'unlimited' })).toEqual([]);
  });

  it('customers-subscriptions O4: none of 0 is given, and nothing in its place', () => {
    expect(given({ plan: creditOf('1000'), overrides: [ownCredits('0')] })).toEqual([]);
  });
});

describe('credits for each unit of a feature (R3)', () => {
  const seats = (limit: number | 'unlimited' | undefined) => (featureUid: string) =>
    featureUid === 'seats-uid' ? limit : 99;

  it('R3: 1,000 a seat with 5 seats are 5,000; an addon of 2 seats makes them 7,000', () => {
    const plan = creditOf('1000', perSeat);
    expect(given({ plan, limitOf: seats(5) })).toEqual([`${planKey} 5000`]);
    expect(given({ plan, limitOf: seats(5 + 2) })).toEqual([`${planKey} 7000`]);
  });

  it('R3: of an addon times its quantity as well, of an Override without it', () => {
    const addons = [addonOf('pack', 3, creditOf('10', perSeat))];
    expect(given({ addons, limitOf: seats(5) })).toEqual(['ADDON:pack:tokens-uid:MONTH 150']);
    const overriding = [addonOf('pack', 3, creditOf('10', { ...perSeat, ...override }))];
    expect(given({ addons: overriding, limitOf: seats(5) })).toEqual(['ADDON:pack:tokens-uid:MONTH 50']);
  });

  it('R3: no seats, no credits, and nothing amiss', () => {
    expect(resolve({ plan: creditOf('1000', perSeat), limitOf: seats(0) })).toEqual({
      allowances: [],
      skipped: [],
    });
  });

  it.each([
    [undefined, 'FEATURE_NOT_GRANTED'],
    ['unlimited' as const, 'FEATURE_UNLIMITED'],
  ])('R3: a limit of %s gives none and tells why', (limit, reason) => {
    const parts = {
      plan: creditOf('1000', perSeat),
      addons: [
        addonOf('pack', 1, creditOf('1'), creditOf('2', { ...perSeat, currencyUid: 'x', currencyId: 'y' })),
      ],
      limitOf: seats(limit),
    };
    expect(given(parts)).toEqual(['ADDON:pack:tokens-uid:MONTH 1']);
    expect(skipped(parts)).toEqual([
      { key: 'ADDON:pack:x:MONTH', currencyId: 'y', dependencyFeatureId: 'seats', reason },
      { key: planKey, currencyId: 'tokens', dependencyFeatureId: 'seats', reason },
    ]);
  });

  it('R3: an Override that cannot be given takes no place, and a plan in whose place another stands is not told of', () => {
    const unlimited = { limitOf: seats('unlimited') };
    const overriding = addonOf('big', 1, creditOf('10', { ...perSeat, ...override }));
    expect(given({ plan: creditOf('1000'), addons: [overriding], ...unlimited })).toEqual([
      `${planKey} 1000`,
    ]);
    expect(skipped({ plan: creditOf('1000'), addons: [overriding], ...unlimited })).toHaveLength(1);
    const plain = addonOf('big', 1, creditOf('10', override));
    expect(skipped({ plan: creditOf('1000', perSeat), addons: [plain], ...unlimited })).toEqual([]);
  });

  it('R3, Y4: 10^15 are given, more are told of', () => {
    const plan = creditOf('500000000000000', perSeat);
    expect(given({ plan, limitOf: seats(2) })).toEqual([`${planKey} 1000000000000000`]);
    const tooMany = {
      key: planKey,
      currencyId: 'tokens',
      dependencyFeatureId: 'seats',
      reason: 'AMOUNT_TOO_LARGE',
    };
    expect(resolve({ plan, limitOf: seats(3) })).toEqual({ allowances: [], skipped: [tooMany] });
    expect(skipped({ plan, limitOf: seats(Number.MAX_SAFE_INTEGER) })).toEqual([tooMany]);
    const addons = [addonOf('pack', 1001, creditOf('1000000000000'))];
    expect(skipped({ addons })).toMatchObject([{ reason: 'AMOUNT_TOO_LARGE', dependencyFeatureId: null }]);
  });
});
