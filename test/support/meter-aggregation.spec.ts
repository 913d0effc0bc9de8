import type { Aggregation, AggregationFunction } from '#libs/business/values/meter';
import type { Dimension, MeteredEvent } from '#libs/business/values/metered-event';
import { aggregate } from './meter-aggregation';

const withTokens = (values: readonly (Dimension | undefined)[]) =>
  values.map((tokens): MeteredEvent => ({
    eventName: 'call',
    dimensions: tokens === undefined ? {} : { tokens },
  }));
const of = (name: AggregationFunction): Aggregation => ({ function: name, field: 'tokens' });
const told = (name: AggregationFunction, ...values: (Dimension | undefined)[]) => {
  const { value, skipped } = aggregate(of(name), withTokens(values));
  return [value.toString(), skipped];
};

describe('the aggregate of a window (entitlements-usage A16, A17)', () => {
  it.each(['COUNT', 'SUM', 'MAX', 'MIN', 'AVG', 'UNIQUE'] as const)('%s of no event is 0', (name) => {
    expect(told(name)).toEqual(['0', 0]);
  });

  it.each<[AggregationFunction, (Dimension | undefined)[], string, number]>([
    ['COUNT', [1, 'x', undefined], '3', 0],
    ['SUM', [0.1, 0.2], '0.3', 0],
    ['SUM', ['1500', 500, -1], '1999', 0],
    ['SUM', [1, 'many', true, undefined, 2], '3', 3],
    ['SUM', ['9007199254740991', '0.000000001'], '9007199254740991.000000001', 0],
    ['SUM', ['9007199254740992', '-1e300', 1], '1', 2],
    ['SUM', ['0.0000000005', '0.0000000005'], '0.000000001', 0],
    ['MAX', [3, '20', 7.5], '20', 0],
    ['MAX', [-3, -20, 'x'], '-3', 1],
    ['MIN', [3, '20', 7.5], '3', 0],
    ['MIN', ['x', undefined], '0', 2],
    ['AVG', [1, 2, 'x', 4], '2.333333333', 1],
    ['AVG', ['0.000000001', '0.000000002'], '0.000000002', 0],
    ['AVG', [0, 10], '5', 0],
    ['UNIQUE', ['a', 'b', 'a', undefined], '2', 0],
    ['UNIQUE', [7, '7', '007', '7.0'], '3', 0],
    ['UNIQUE', [true, 'true', false, '', 0], '4', 0],
  ])('%s of %j is %s, %d skipped', (name, values, value, skipped) => {
    expect(told(name, ...values)).toEqual([value, skipped]);
  });

  it('UNIQUE of eventName counts the names', () => {
    const events = ['a', 'b', 'a'].map((eventName) => ({ eventName, dimensions: {} }));
    expect(aggregate({ function: 'UNIQUE', field: 'eventName' }, events).value.toString()).toBe('2');
  });

  it('takes the events of a busy window', () => {
    const many = Array.from({ length: 200_000 }, (_, index) => index);
    const window = withTokens(many);
    expect(aggregate(of('MAX'), window).value.toString()).toBe('199999');
    expect(aggregate(of('SUM'), window).value.toString()).toBe('19999900000');
  });
});
