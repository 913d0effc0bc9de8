import * as fc from 'fast-check';
import { allTime, eventIdOf, placeIn, spansFrom } from './event-place';

// Domain: entitlements-usage

const instants = fc.date({
  min: allTime.from,
  max: new Date(allTime.until.getTime() - 1),
  noInvalidDate: true,
});
const places = fc.record({ at: instants, key: fc.uuid() });

describe('places of events', () => {
  it('A21: an id names one place, and stands in the order of places', () => {
    fc.assert(
      fc.property(places, places, (a, b) => {
        expect(placeIn(eventIdOf(a))).toEqual(a);
        const order = a.at.getTime() - b.at.getTime() || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
        const [idA, idB] = [eventIdOf(a), eventIdOf(b)];
        expect(idA < idB ? -1 : idA > idB ? 1 : 0).toBe(Math.sign(order));
      }),
    );
  });

  it('A21: any other text names none', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^[0-9a-f]{44}$/.test(text));
        expect(placeIn(text)).toBeUndefined();
      }),
    );
    expect(placeIn('f'.repeat(44))).toBeUndefined();
  });

  it('A21: spans grow to the whole, and hold all that lies near the place', () => {
    fc.assert(
      fc.property(
        instants,
        instants,
        instants,
        fc.constantFrom('older', 'newer'),
        (start, one, other, towards) => {
          const [from, until] = one <= other ? [one, other] : [other, one];
          const spans = spansFrom(start, towards, { from, until });
          if (from < until) expect(spans.at(-1)).toEqual({ from, until });
          else expect(spans).toEqual([]);
          for (const [place, span] of spans.entries()) {
            expect(span.from >= from && span.until <= until && span.from < span.until).toBe(true);
            const former = spans[place - 1] ?? span;
            expect(span.from <= former.from && span.until >= former.until).toBe(true);
          }
        },
      ),
    );
  });
});
