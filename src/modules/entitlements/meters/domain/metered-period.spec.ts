import type { AggregationFunction } from '#libs/business/values/meter';
import { partsOf, type KnownMeter } from './metered-period';

// Domain: entitlements-usage

const day = (date: number): Date => new Date(Date.UTC(2026, 9, date));
const period = { featureUid: 'feature', from: day(1), until: day(31) };
const meter = (
  uid: string,
  name: AggregationFunction,
  since: Date,
  until: Date | null = null,
): KnownMeter => ({
  ...{ uid, featureUid: 'feature', since, until },
  aggregation: { function: name },
});
const told = (...meters: KnownMeter[]) => {
  const { parts, ...ends } = partsOf(period, meters);
  return { parts: parts.map((part) => [part.meter.uid, part.from, part.until]), ...ends };
};

describe('the meters of a billed period', () => {
  it('A14: an instant is billed by the meter that was in force then, and none before the first', () => {
    const [count, sum] = [meter('a', 'COUNT', day(5), day(20)), meter('b', 'SUM', day(20))];
    expect(told(count, sum)).toEqual({
      parts: [
        ['a', day(5), day(20)],
        ['b', day(20), day(31)],
      ],
      isMetered: true,
      isWhole: false,
    });
  });

  it('A14: a function that is no sum counts alone where the period ends with it, and nothing where it does not', () => {
    const [peak, sum] = [meter('a', 'MAX', day(0), day(10)), meter('b', 'SUM', day(10))];
    expect(told(peak, sum).parts).toEqual([['b', day(10), day(31)]]);
    const later = [meter('a', 'SUM', day(0), day(10)), meter('b', 'AVG', day(10), day(40))];
    expect(told(...later)).toEqual({ parts: [['b', day(10), day(31)]], isMetered: true, isWhole: true });
  });

  it('A14: what follows a meter that was taken away is reported again', () => {
    expect(told(meter('a', 'COUNT', day(0), day(10)))).toEqual({
      parts: [['a', day(1), day(10)]],
      isMetered: false,
      isWhole: false,
    });
  });

  it('A14: meters of other features, and of other times, have no part in it', () => {
    const other = { ...meter('a', 'COUNT', day(0)), featureUid: 'other' };
    expect(told(other, meter('b', 'COUNT', day(31)), meter('c', 'SUM', day(0), day(1))).parts).toEqual([]);
  });
});
