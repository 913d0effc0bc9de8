import { Decimal } from '#libs/kernel/decimal';
import { fallsOf, reachedByFall, type CreditLevel, type WalletLevel } from './low-balance';

// Domain: credits

const level = (left: number, granted = 100): CreditLevel => ({
  granted: new Decimal(granted),
  left: new Decimal(left),
});
const at = (left: number, granted = 100): WalletLevel => ({ ...level(left, granted), isUntouched: false });
const untouched: WalletLevel = { ...level(0, 0), isUntouched: true };
const thresholds = [80, 50, 20];

describe('marks of a grant', () => {
  const fall = (before: number, after: number): readonly number[] =>
    reachedByFall(level(before), level(after), thresholds);

  it.each([
    ['above the first one', 100, 80.000000001, []],
    ['to one', 100, 80, [80]],
    ['below one that was reached', 80, 51, []],
    ['to the next one', 80, 50, [50]],
    ['past several', 100, 30, [80, 50]],
    ['to nothing', 60, 0, [50, 20]],
    ['not at all', 20, 20, []],
  ])('B1: falling %s', (_title, before, after, expected) => {
    expect(fall(before, after)).toEqual(expected);
  });

  it('B1: where no thresholds are chosen none is reached', () => {
    expect(reachedByFall(level(100), level(0), [])).toEqual([]);
  });

  it('B1: shares are exact, however many digits they have', () => {
    const third = (left: string): CreditLevel => ({
      granted: new Decimal('0.000000003'),
      left: new Decimal(left),
    });
    expect(reachedByFall(third('0.000000003'), third('0.000000002'), [67, 66])).toEqual([67]);
    const most: CreditLevel = { granted: new Decimal('1e15'), left: new Decimal('1e15') };
    const above = { ...most, left: new Decimal('800000000000000.000000001') };
    expect(reachedByFall(most, above, thresholds)).toEqual([]);
    expect(reachedByFall(above, { ...most, left: new Decimal('8e14') }, thresholds)).toEqual([80]);
  });
});

describe('marks of a wallet', () => {
  /** `80 at 70`. */
  const falls = (...levels: WalletLevel[]): string[] =>
    fallsOf(levels, thresholds).map(({ threshold, balance }) => `${threshold} at ${balance.toFixed()}`);

  it('B1: from level to level, each with what was left there', () => {
    expect(falls(at(100), at(90), at(70), at(60), at(10))).toEqual(['80 at 70', '50 at 10', '20 at 10']);
  });

  it('B1: it is depleted with the last credit, once, whatever is owed thereafter', () => {
    expect(falls(at(10), at(0))).toEqual(['null at 0']);
    expect(falls(at(10), at(-5), at(-50))).toEqual(['null at -5']);
    expect(falls(at(0), at(-5))).toEqual([]);
  });

  it('B1: what it has risen above it may fall to again, and nothing else', () => {
    expect(falls(at(40), at(240, 300), at(150, 300))).toEqual(['50 at 150']);
    expect(falls(at(40), at(45, 90), at(44, 90))).toEqual([]);
    expect(falls(at(-5), at(5), at(-1))).toEqual(['null at -1']);
    expect(falls(at(-15), at(-5, 110), at(-6, 110))).toEqual([]);
  });

  it('B1: what ends lowers the share of what is left, or raises it', () => {
    expect(falls(at(600, 1000), at(100, 500))).toEqual(['50 at 100', '20 at 100']);
    expect(falls(at(600, 1000), at(500, 500), at(400, 500))).toEqual(['80 at 400']);
  });

  it('B1: where nothing is given any more it is at every mark', () => {
    expect(falls(at(60), at(0, 0))).toEqual(['50 at 0', '20 at 0', 'null at 0']);
    expect(falls(at(0, 0), at(-5, 0))).toEqual([]);
    expect(falls(at(0, 0), at(100), at(80))).toEqual(['80 at 80']);
  });

  it('B1: one that never had credits is depleted by the first that are owed; its first grant reaches nothing', () => {
    expect(falls(untouched, at(-5, 0), at(-6, 0))).toEqual(['null at -5']);
    expect(falls(untouched, at(100))).toEqual([]);
    expect(falls(untouched, untouched)).toEqual([]);
  });

  it('B1: as it was loaded it has reached nothing new', () => {
    expect(falls(at(10))).toEqual([]);
    expect(falls(at(-10), at(-10))).toEqual([]);
  });
});
