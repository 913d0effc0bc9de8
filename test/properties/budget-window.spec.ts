import fc from 'fast-check';
import { budgetWindow } from '../../src/modules/entitlements/governance/domain/cadence';

// Domain: access-and-events

const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
const cadences = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom('Y', 'M', 'W', 'D'))
    .map(([n, unit]) => `P${n}${unit}`),
  fc
    .tuple(fc.integer({ min: 1, max: 90 }), fc.constantFrom('H', 'M', 'S'))
    .map(([n, unit]) => `PT${n}${unit}`),
);

describe('windows of a cadence', () => {
  it('G10: hold each instant once, and follow each other without a gap', () => {
    fc.assert(
      fc.property(cadences, instants, fc.nat({ max: 10 * 365 * 86_400_000 }), (cadence, anchor, after) => {
        const at = new Date(anchor.getTime() + after);
        const { start, end } = budgetWindow(cadence, anchor, at);
        expect(start <= at && at < end && start >= anchor).toBe(true);
        expect(budgetWindow(cadence, anchor, start)).toEqual({ start, end });
        expect(budgetWindow(cadence, anchor, end).start).toEqual(end);
        if (start > anchor)
          expect(budgetWindow(cadence, anchor, new Date(start.getTime() - 1)).end).toEqual(start);
      }),
    );
  });
});
