import fc from 'fast-check';
import { Decimal } from '#libs/kernel/decimal';
import type { AggregationFunction, MeterCondition, MeterFilter } from '#libs/business/values/meter';
import { takes } from '#libs/business/values/meter-filter';
import type { MeteredEvent } from '#libs/business/values/metered-event';
import { aggregate } from '../support/meter-aggregation';

// Domain: catalog

const fields = fc.constantFrom('model', 'tokens', 'eventName');
// Few of each, so that they meet.
const texts = fc.constantFrom('', 'a', 'ab', 'b', '7', '7.0', '10', '9', '-3', '1e1', 'true');
const dimensions = fc.oneof(texts, fc.integer({ min: -12, max: 12 }), fc.boolean());
const events: fc.Arbitrary<MeteredEvent> = fc.record({
  eventName: texts,
  dimensions: fc.dictionary(fc.constantFrom('model', 'tokens'), dimensions),
});
const conditions: fc.Arbitrary<MeterCondition> = fc.record({
  field: fields,
  operation: fc.constantFrom(
    'EQUALS',
    'NOT_EQUALS',
    'IN',
    'CONTAINS',
    'IS_NULL',
    'LESS_THAN',
    'GREATER_THAN_OR_EQUAL',
  ),
  value: texts,
});
const filters: fc.Arbitrary<MeterFilter> = fc.record({ conditions: fc.array(conditions, { maxLength: 3 }) });

const taking = (event: MeteredEvent, ...filtering: MeterFilter[]) =>
  takes({ aggregation: { function: 'COUNT' }, filters: filtering }, event);
const holds = (event: MeteredEvent, condition: MeterCondition) => taking(event, { conditions: [condition] });

describe('which events a meter takes (F7)', () => {
  it('F7: filters are ORed: a meter with several takes what any of them takes', () => {
    fc.assert(
      fc.property(events, fc.array(filters, { minLength: 1, maxLength: 4 }), (event, several) => {
        expect(taking(event, ...several)).toBe(several.some((each) => taking(event, each)));
      }),
    );
  });

  it('F7: conditions are ANDed: a filter takes what all of its conditions take', () => {
    fc.assert(
      fc.property(events, filters, (event, filter) => {
        expect(taking(event, filter)).toBe(filter.conditions.every((condition) => holds(event, condition)));
      }),
    );
  });

  it.each([
    ['EQUALS', 'NOT_EQUALS', 'always'],
    ['IS_NULL', 'IS_NOT_NULL', 'always'],
    ['LESS_THAN', 'GREATER_THAN_OR_EQUAL', 'where there is a value'],
    ['GREATER_THAN', 'LESS_THAN_OR_EQUAL', 'where there is a value'],
  ] as const)('F7: either %s or %s holds, %s', (one, other, when) => {
    fc.assert(
      fc.property(events, fields, texts, (event, field, value) => {
        const [first, second] = [one, other].map((operation) => holds(event, { field, operation, value }));
        const isPresent = holds(event, { field, operation: 'IS_NOT_NULL' });
        if (when === 'always' || isPresent) expect(first).toBe(!second);
        else expect([first, second]).toEqual([false, false]);
      }),
    );
  });

  it('F7: IN holds when EQUALS holds for one of its values', () => {
    fc.assert(
      fc.property(events, fields, fc.array(texts, { minLength: 1, maxLength: 4 }), (event, field, values) => {
        const any = values.some((value) => holds(event, { field, operation: 'EQUALS', value }));
        expect(holds(event, { field, operation: 'IN', values })).toBe(any);
      }),
    );
  });
});

const windows = fc.array(events, { maxLength: 40 });
const usage = (name: AggregationFunction, window: readonly MeteredEvent[]) =>
  aggregate({ function: name, field: 'tokens' }, window).value;
const functions = fc.constantFrom<AggregationFunction>('SUM', 'MAX', 'MIN', 'AVG', 'COUNT', 'UNIQUE');

describe('the aggregate of a window', () => {
  it('does not depend on the order of the events', () => {
    const shuffled = windows.chain((window) =>
      fc.tuple(fc.constant(window), fc.shuffledSubarray(window, { minLength: window.length })),
    );
    fc.assert(
      fc.property(functions, shuffled, (name, [window, other]) => {
        expect(usage(name, other).toString()).toBe(usage(name, window).toString());
      }),
    );
  });

  it('entitlements-usage A16: COUNT and SUM of a window are the sums of its parts', () => {
    fc.assert(
      fc.property(fc.constantFrom('COUNT', 'SUM'), windows, windows, (name, first, second) => {
        const whole = usage(name, [...first, ...second]);
        expect(whole.toString()).toBe(usage(name, first).plus(usage(name, second)).toString());
      }),
    );
  });

  it('SUM is exact: thousandths are added as whole thousandths', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger(), { maxLength: 30 }), (thousandths) => {
        const window = thousandths.map((each) => ({
          eventName: 'call',
          dimensions: { tokens: new Decimal(each).dividedBy(1000).toString() },
        }));
        const exact = thousandths.reduce((total, each) => total + BigInt(each), 0n);
        expect(usage('SUM', window).times(1000).toString()).toBe(exact.toString());
      }),
    );
  });

  it('MIN, AVG and MAX stand in this order, UNIQUE is at most COUNT', () => {
    fc.assert(
      fc.property(windows, (window) => {
        const [least, mean, most] = (['MIN', 'AVG', 'MAX'] as const).map((name) => usage(name, window));
        expect(least?.lessThanOrEqualTo(mean ?? NaN)).toBe(true);
        expect(mean?.lessThanOrEqualTo(most ?? NaN)).toBe(true);
        expect(usage('UNIQUE', window).lessThanOrEqualTo(usage('COUNT', window))).toBe(true);
      }),
    );
  });
});
