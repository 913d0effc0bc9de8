import fc from 'fast-check';
import { grantOf } from '../support/credit-wallets';
import { byBurnOrder, type BurnTerms } from '../../src/modules/entitlements/credits/domain/burn-order';
import { BurnQueue } from '../../src/modules/entitlements/credits/domain/burn-queue';

// Domain: credits

const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));

const terms = fc
  .uniqueArray(
    fc.record({
      uid: fc.uuid(),
      priority: fc.integer({ min: 0, max: 2 }),
      end: fc.option(fc.integer({ min: 20, max: 22 })),
    }),
    { selector: ({ uid }) => uid, maxLength: 30 },
  )
  .map((all) =>
    all.map(({ uid, priority, end }): BurnTerms => {
      const expireAt = end === null ? null : at(end);
      return grantOf({ uid, amount: 1, priority, expireAt });
    }),
  );

/** What is drawn from first, again and again. */
function emptied(queue: BurnQueue<BurnTerms>): BurnTerms[] {
  const drawn: BurnTerms[] = [];
  for (let first = queue.firstAt(at(2)); first; first = queue.firstAt(at(2))) {
    expect(queue.remove(first)).toBe(true);
    drawn.push(first);
  }
  return drawn;
}

describe('a queue of grants', () => {
  it('N2: gives them in the order of burning, whichever came and went', () => {
    fc.assert(
      fc.property(terms, terms, (kept, gone) => {
        const queue = new BurnQueue<BurnTerms>();
        for (const each of [...gone, ...kept]) queue.put(each);
        for (const each of gone) expect(queue.remove(each)).toBe(true);
        for (const each of gone) expect(queue.remove(each)).toBe(false);
        expect(emptied(queue)).toEqual([...kept].sort(byBurnOrder));
      }),
    );
  });

  it('N3: passes over what has not begun or is over', () => {
    const queue = new BurnQueue<BurnTerms>();
    const later = grantOf({ uid: 'later', amount: 1, priority: 0, effectiveAt: at(9) });
    const over = grantOf({ uid: 'over', amount: 1, priority: 1, expireAt: at(3) });
    const now = grantOf({ uid: 'now', amount: 1, priority: 2 });
    for (const each of [now, over, later]) queue.put(each);
    expect(queue.firstAt(at(3))).toBe(now);
    expect(queue.firstAt(at(2))).toBe(over);
    expect(queue.firstAt(at(9))).toBe(later);
  });
});
