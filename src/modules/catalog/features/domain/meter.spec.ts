import type { FeatureType, MeterType } from './feature-type';
import type { MeterCondition, MeterOperation } from '#libs/business/values/meter';
import { requireMeter, requireMeterable } from './meter';

// Domain: catalog

const refused = (code: string, message: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) as string }) as Error;
const withCondition = (condition: Partial<MeterCondition>) => () =>
  requireMeter({
    aggregation: { function: 'COUNT' },
    filters: [{ conditions: [{ field: 'model', operation: 'EQUALS', ...condition }] }],
  });

describe('what may have a meter', () => {
  it.each<[FeatureType, MeterType]>([
    ['NUMBER', 'INCREMENTAL'],
    ['NUMBER', 'FLUCTUATING'],
  ])('F8: %s with %s', (featureType, meterType) => {
    expect(() => requireMeterable(featureType, meterType)).not.toThrow();
  });

  it.each<[FeatureType, string]>([
    ['BOOLEAN', 'MeteringNotAvailableForFeatureType'],
    ['ENUM', 'MeteringNotAvailableForFeatureType'],
    ['NUMBER', 'MeterMustBeAssociatedToMeteredFeature'],
  ])('F2, F8: not %s without a meter type: %s', (featureType, code) => {
    expect(() => requireMeterable(featureType, 'None')).toThrow(refused(code, /^meter:/));
  });
});

describe('a meter', () => {
  it.each(['SUM', 'MAX', 'MIN', 'AVG', 'UNIQUE'] as const)('F7: %s needs a field', (name) => {
    expect(() => requireMeter({ aggregation: { function: name }, filters: [] })).toThrow(
      refused('BadUserInput', /meter\.aggregation\.field/),
    );
    const meter = { aggregation: { function: name, field: 'tokens' }, filters: [] };
    expect(requireMeter(meter)).toEqual(meter);
  });

  it('F7: COUNT needs none, and keeps one that it is sent', () => {
    const bare = { aggregation: { function: 'COUNT' as const }, filters: [] };
    expect(requireMeter(bare)).toEqual(bare);
    const named = { aggregation: { function: 'COUNT' as const, field: 'tokens' }, filters: [] };
    expect(requireMeter(named)).toEqual(named);
  });

  it.each<MeterOperation>(['IS_NULL', 'IS_NOT_NULL'])('F7: %s compares with nothing', (operation) => {
    expect(withCondition({ operation })()).toMatchObject({ filters: [{ conditions: [{ operation }] }] });
    expect(withCondition({ operation, values: [] })).not.toThrow();
    const message = /filters\[0\]\.conditions\[0\].*leave value/;
    expect(withCondition({ operation, value: 'x' })).toThrow(refused('BadUserInput', message));
    expect(withCondition({ operation, values: ['x'] })).toThrow(refused('BadUserInput', message));
  });

  it.each<MeterOperation>([
    'EQUALS',
    'NOT_EQUALS',
    'GREATER_THAN',
    'GREATER_THAN_OR_EQUAL',
    'LESS_THAN',
    'LESS_THAN_OR_EQUAL',
    'CONTAINS',
    'STARTS_WITH',
    'ENDS_WITH',
    'IN',
  ])('F7: %s needs something to compare with', (operation) => {
    const message = /needs a value/;
    expect(withCondition({ operation })).toThrow(refused('BadUserInput', message));
    expect(withCondition({ operation, values: [] })).toThrow(refused('BadUserInput', message));
    expect(withCondition({ operation, value: '1' })).not.toThrow();
    expect(withCondition({ operation, values: ['1'] })).not.toThrow();
  });

  it.each<MeterOperation>(['GREATER_THAN', 'GREATER_THAN_OR_EQUAL', 'LESS_THAN', 'LESS_THAN_OR_EQUAL'])(
    'F7: %s compares with one value',
    (operation) => {
      const two = { operation, value: '1', values: ['2'] };
      expect(withCondition(two)).toThrow(refused('BadUserInput', /one value, got 2/));
    },
  );

  it('keeps value and values as they were sent, and nothing beside', () => {
    const condition = { field: 'model', operation: 'EQUALS' as const, value: 'a', values: ['b'] };
    expect(withCondition(condition)()).toEqual({
      aggregation: { function: 'COUNT' },
      filters: [{ conditions: [condition] }],
    });
  });
});
