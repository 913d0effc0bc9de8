import { sourceOf, utc } from '../../../../../test/support/entitlement-builders';
import { differencesByScope, type ForecastScope } from './entitlement-forecast';

// Domain: entitlements-usage

const june = utc('2026-06-01T00:00');

const limit = (usageLimit: number, scope = '') => [
  sourceOf({ usageLimit }, { scope, sourceKey: `in ${scope}` }),
];

/** Of one feature, at one level: the limit now and then; null grants nothing. */
const level = (resourceKey: string, before: number | null, after: number | null): ForecastScope => {
  const sources = (value: number | null) =>
    new Map(value === null ? [] : [['calls', limit(value, resourceKey)] as const]);
  return { resourceKey, before: sources(before), after: sources(after) };
};

const told = (...scopes: ForecastScope[]) =>
  differencesByScope(scopes, june).map(({ resourceKey, before, after }) => [
    resourceKey,
    ...[before, after].map((each) => (each.status === 'granted' ? each.grant.usageLimit : null)),
  ]);

describe('G1: what becomes different for a customer and its resources', () => {
  it.each<[string, ForecastScope[], unknown[]]>([
    ['the customer itself', [level('', 10, 5)], [['', 10, 5]]],
    ['a resource alone', [level('r', 10, 5)], [['r', 10, 5]]],
    ['a resource that has no say of its own', [level('', 10, 5), level('r', null, null)], [['', 10, 5]]],
    [
      'a resource whose customer gives more',
      [level('', 10, 5), level('r', 2, 2)],
      [
        ['', 10, 5],
        ['r', 10, 5],
      ],
    ],
    [
      'a resource that its customer does not hold up any more',
      [level('', 10, null), level('r', 2, 2)],
      [
        ['', 10, null],
        ['r', 10, 2],
      ],
    ],
    [
      'a resource that falls back to its customer',
      [level('', 10, 10), level('r', 20, null)],
      [['r', 20, 10]],
    ],
    ['no resource that has more of its own', [level('', 10, 5), level('r', 20, 20)], [['', 10, 5]]],
    ['no resource whose customer gives more all the time', [level('', 50, 50), level('r', 20, 10)], []],
    ['nobody', [level('', 10, 10), level('r', 20, 20)], []],
  ])('%s', (_whom, scopes, expected) => {
    expect(told(...scopes)).toEqual(expected);
  });
});
