import { dec } from '../../../test/support/price-builders';
import { shareLeft, shareOf } from './share';

// Domain: customers-subscriptions

const april = { start: new Date('2026-04-01T00:00:00Z'), end: new Date('2026-05-01T00:00:00Z') };
const daySeconds = 86_400;

describe('R1: what is left of a period', () => {
  it('is counted in whole seconds', () => {
    expect(shareLeft(april, new Date('2026-04-11T00:00:00Z'))).toEqual({
      part: dec(20 * daySeconds),
      whole: dec(30 * daySeconds),
    });
    expect(shareLeft(april, new Date('2026-04-30T23:59:58Z')).part.toString()).toBe('2');
  });

  it('counts an instant by the second it lies in', () => {
    expect(shareLeft(april, new Date('2026-04-30T23:59:58.999Z')).part.toString()).toBe('2');
    const ragged = { start: new Date('2026-04-01T00:00:00.400Z'), end: new Date('2026-04-01T00:00:10.400Z') };
    expect(shareLeft(ragged, new Date('2026-04-01T00:00:03.100Z'))).toEqual({ part: dec(7), whole: dec(10) });
  });

  it('is all at the start and nothing at the end', () => {
    expect(shareOf(dec(49), shareLeft(april, april.start)).toString()).toBe('49');
    expect(shareOf(dec(49), shareLeft(april, april.end)).toString()).toBe('0');
  });

  it.each(['2026-03-31T23:59:59Z', '2026-05-01T00:00:01Z'])('is a mistake to ask at %s', (at) => {
    expect(() => shareLeft(april, new Date(at))).toThrow('lies outside');
  });
});

it('shares exactly what can be shared exactly: a third of 3 is 1', () => {
  expect(shareOf(dec(3), { part: dec(1), whole: dec(3) }).toString()).toBe('1');
  expect(shareOf(dec(3), null).toString()).toBe('3');
});
