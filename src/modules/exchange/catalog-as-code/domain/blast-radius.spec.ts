import { findingsOf, longestList, summed, type ToldChange } from './blast-radius';

const change = (customer: number, fallsBelowUsage = false): ToldChange => ({
  customerId: `c${customer}`,
  fallsBelowUsage,
});

describe('the findings of a blast radius', () => {
  it('count customers, not changes', () => {
    const changes = [change(1), change(1, true), change(1, true), change(2)];
    expect(findingsOf(3, changes)).toEqual({
      customers: 3,
      customersChanged: 2,
      customersBelowUsage: 1,
      changes,
      leftOut: 0,
    });
  });

  it('leave out who keeps enough before who falls below usage, and count them all the same', () => {
    const many = Array.from({ length: longestList + 2 }, (_, n) => change(n, n >= longestList));
    const { changes, leftOut, customersChanged } = findingsOf(many.length, many);
    expect([leftOut, customersChanged]).toEqual([2, many.length]);
    expect(changes).toHaveLength(longestList);
    expect(changes.slice(-2)).toEqual(many.slice(-2));
    expect(changes).not.toContain(many[longestList - 1]);
  });

  it('of several ranges are added up', () => {
    const [one, two] = [findingsOf(1, [change(1, true)]), findingsOf(5, [change(2), change(3)])];
    expect(summed([one, two])).toEqual({
      customers: 6,
      customersChanged: 3,
      customersBelowUsage: 1,
      changes: [...one.changes, ...two.changes],
      leftOut: 0,
    });
  });
});
