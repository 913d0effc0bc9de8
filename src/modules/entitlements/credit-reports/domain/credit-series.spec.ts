import { seriesOf, type SeriesSum } from './credit-series';
import { placeOf, tagsAt } from './series-place';

// Domain: credits

const span = {
  ...{ from: new Date(0), until: new Date(2) },
  starts: [new Date(0), new Date(1)],
};
const sum = (more: Partial<SeriesSum>): SeriesSum => ({
  ...{ tags: [], featureName: null, total: '0', events: 0 },
  ...{ place: 0, credits: '0', eventsWithin: 0 },
  ...more,
});

describe('series of consumption', () => {
  it('V1: without keys one of nothing, with keys none', () => {
    expect(seriesOf([], [], span)).toMatchObject([{ totalCredits: 0, points: [{ value: 0 }, { value: 0 }] }]);
    expect(seriesOf([], ['region'], span)).toEqual([]);
  });

  it('V1: what lacks a key and what has an empty text are two series', () => {
    const sums = [
      sum({
        tags: ['', 'calls'],
        featureName: 'Calls',
        total: '0.3',
        credits: '0.1',
        events: 2,
        eventsWithin: 2,
      }),
      sum({
        tags: ['', 'calls'],
        featureName: 'Calls',
        total: '0.3',
        credits: '0.2',
        events: 2,
        eventsWithin: 1,
        place: 1,
      }),
      sum({
        tags: [null, 'calls'],
        featureName: 'Calls',
        total: '1',
        credits: '1',
        events: 1,
        eventsWithin: 1,
      }),
    ];
    const [empty, lacking, ...others] = seriesOf(sums, ['region', 'featureId'], span);
    expect(others).toEqual([]);
    expect(empty).toEqual({
      ...{ featureId: 'calls', featureName: 'Calls', totalCredits: 0.3, eventCount: 2 },
      tags: [{ key: 'region', value: '' }],
      points: [
        { timestamp: new Date(0), value: 0.1, eventCount: 2 },
        { timestamp: new Date(1), value: 0.2, eventCount: 1 },
      ],
    });
    expect(lacking).toMatchObject({ featureId: 'calls', tags: [], totalCredits: 1 });
  });

  it('V1: a place names its series, whatever its values are', () => {
    for (const tags of [[], [null], ['', 'ü"\\', '\u0001'.repeat(500)]])
      expect(tagsAt(placeOf(tags), tags.length)).toEqual(tags);
    expect(() => tagsAt(placeOf(['a']), 2)).toThrow(/cursor/);
    // What no table can hold is in no series.
    for (const text of ['\ud800', '\u0000']) expect(() => tagsAt(placeOf([text]), 1)).toThrow(/cursor/);
    expect(() => tagsAt('%%%', 0)).toThrow(/cursor/);
  });
});
