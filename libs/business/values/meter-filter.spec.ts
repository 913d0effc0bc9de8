import type { MeterCondition, MeterFilter, MeterOperation } from './meter';
import { takes } from './meter-filter';
import type { Dimension } from './metered-event';

// Domain: catalog

const event = (dimensions: Record<string, Dimension> = {}) => ({ eventName: 'call', dimensions });
const metering = (...filters: MeterCondition[][]) => ({
  aggregation: { function: 'COUNT' as const },
  filters: filters.map((conditions): MeterFilter => ({ conditions })),
});

/** Operation, the event's value, what it is compared with, whether it is taken. */
const cases: [MeterOperation, Dimension, string[], boolean][] = [
  ['EQUALS', 'gpt', ['gpt'], true],
  ['EQUALS', 'gpt', ['GPT'], false],
  ['EQUALS', 10, ['10'], true],
  ['EQUALS', '10', ['10.0'], true],
  ['EQUALS', 10, ['1e1'], true],
  ['EQUALS', '', [''], true],
  ['EQUALS', true, ['true'], true],
  ['EQUALS', true, ['1'], false],
  ['EQUALS', 'b', ['a', 'b'], true],
  ['NOT_EQUALS', 'gpt', ['llm'], true],
  ['NOT_EQUALS', 'gpt', ['gpt'], false],
  ['NOT_EQUALS', 10, ['10.00'], false],
  ['NOT_EQUALS', 'b', ['a', 'b'], false],
  ['GREATER_THAN', 9, ['10'], false],
  ['GREATER_THAN', '10', ['9'], true],
  ['GREATER_THAN', 10, ['10'], false],
  ['GREATER_THAN', '10', ['9 apples'], false],
  ['GREATER_THAN', 'b', ['a'], true],
  ['GREATER_THAN', '9007199254740993', ['9007199254740992'], true],
  ['GREATER_THAN_OR_EQUAL', 10, ['10'], true],
  ['GREATER_THAN_OR_EQUAL', 9.999, ['10'], false],
  ['GREATER_THAN_OR_EQUAL', 'a', ['a'], true],
  ['LESS_THAN', 9, ['10'], true],
  ['LESS_THAN', '9', ['10'], true],
  ['LESS_THAN', 10, ['10'], false],
  ['LESS_THAN', -1, ['0'], true],
  ['LESS_THAN', 'a', ['b'], true],
  ['LESS_THAN_OR_EQUAL', 10, ['10'], true],
  ['LESS_THAN_OR_EQUAL', 10.001, ['10'], false],
  ['IS_NULL', '', [], false],
  ['IS_NULL', 0, [], false],
  ['IS_NOT_NULL', '', [], true],
  ['IS_NOT_NULL', false, [], true],
  ['CONTAINS', 'gpt-4-turbo', ['4'], true],
  ['CONTAINS', 'gpt-4-turbo', ['5', 'turbo'], true],
  ['CONTAINS', 'gpt-4', ['GPT'], false],
  ['CONTAINS', 1234, ['23'], true],
  ['STARTS_WITH', 'gpt-4', ['gpt'], true],
  ['STARTS_WITH', 'gpt-4', ['4'], false],
  ['ENDS_WITH', 'gpt-4', ['4'], true],
  ['ENDS_WITH', 'gpt-4', ['gpt'], false],
  ['IN', 'b', ['a', 'b'], true],
  ['IN', 'c', ['a', 'b'], false],
  ['IN', 2, ['1', '2.0'], true],
];

describe('a meter takes an event', () => {
  it.each(cases)('F7: %s of %j with %j: %s', (operation, value, values, taken) => {
    const meter = metering([{ field: 'model', operation, values }]);
    expect(takes(meter, event({ model: value }))).toBe(taken);
  });

  it.each<[MeterOperation, boolean]>([
    ['EQUALS', false],
    ['NOT_EQUALS', true],
    ['GREATER_THAN', false],
    ['GREATER_THAN_OR_EQUAL', false],
    ['LESS_THAN', false],
    ['LESS_THAN_OR_EQUAL', false],
    ['IS_NULL', true],
    ['IS_NOT_NULL', false],
    ['CONTAINS', false],
    ['STARTS_WITH', false],
    ['ENDS_WITH', false],
    ['IN', false],
  ])('F7: a missing dimension satisfies %s: %s', (operation, taken) => {
    expect(takes(metering([{ field: 'model', operation, value: '' }]), event())).toBe(taken);
  });

  it('F7: conditions of one filter are ANDed, filters are ORed', () => {
    const [isLarge, isFast, isBeta] = ['large', 'fast', 'beta'].map((value): MeterCondition => ({
      field: value,
      operation: 'EQUALS',
      value: 'yes',
    })) as [MeterCondition, MeterCondition, MeterCondition];
    const meter = metering([isLarge, isFast], [isBeta]);
    expect(takes(meter, event({ large: 'yes', fast: 'yes' }))).toBe(true);
    expect(takes(meter, event({ large: 'yes' }))).toBe(false);
    expect(takes(meter, event({ beta: 'yes' }))).toBe(true);
    expect(takes(meter, event({ beta: 'no', fast: 'yes' }))).toBe(false);
  });

  it('F7: without a filter it takes every event, as does a filter without a condition', () => {
    expect(takes(metering(), event())).toBe(true);
    expect(takes(metering([]), event())).toBe(true);
  });

  it('F7: eventName is the name of the event, whatever a dimension of that name holds', () => {
    const meter = metering([{ field: 'eventName', operation: 'EQUALS', value: 'call' }]);
    expect(takes(meter, event({ eventName: 'other' }))).toBe(true);
    expect(takes(meter, { eventName: 'other', dimensions: { eventName: 'call' } })).toBe(false);
  });

  it('sees no dimension that nobody sent', () => {
    expect(takes(metering([{ field: 'constructor', operation: 'IS_NOT_NULL' }]), event())).toBe(false);
    expect(takes(metering([{ field: '__proto__', operation: 'IS_NULL' }]), event())).toBe(true);
  });
});
