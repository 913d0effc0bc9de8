import fc from 'fast-check';
import { codePoints, slugPattern } from '#libs/kernel/ids';
import { copyIdOf } from '#modules/catalog/packages';

const slugs = fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9_|.-]{0,254}$/);

describe('ids of copied packages (catalog P7, C1)', () => {
  it('are free, fit, keep the pattern, and never repeat however often a package is copied', () => {
    fc.assert(
      fc.property(
        slugs,
        fc.array(slugs, { maxLength: 20 }),
        fc.integer({ min: 1, max: 120 }),
        (id, others, times) => {
          const taken = new Set([id, ...others]);
          for (let copy = 0; copy < times; copy++) {
            const copyId = copyIdOf(id, taken);
            expect(taken.has(copyId)).toBe(false);
            expect(copyId).toMatch(slugPattern);
            expect(codePoints(copyId)).toBeLessThanOrEqual(255);
            taken.add(copyId);
          }
        },
      ),
    );
  });
});
