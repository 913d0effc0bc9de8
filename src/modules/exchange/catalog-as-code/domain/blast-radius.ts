/** One feature that would answer differently for a customer or one of its resources. */
export interface ToldChange {
  customerId: string;
  fallsBelowUsage: boolean;
}

/** What some customers would notice; `changes` may be cut, the counts never are. */
export interface Findings<C extends ToldChange> {
  /** Who was examined. */
  customers: number;
  customersChanged: number;
  customersBelowUsage: number;
  changes: C[];
  /** How many changes are not listed. */
  leftOut: number;
}

/** As many changes as one answer lists of a hundred customers. */
export const longestList = 500;

/** Of different customers, customer by customer. */
export function findingsOf<C extends ToldChange>(customers: number, changes: readonly C[]): Findings<C> {
  const below = changes.filter(({ fallsBelowUsage }) => fallsBelowUsage);
  const listed = shortened(changes, below);
  return {
    customers,
    customersChanged: countOf(changes),
    customersBelowUsage: countOf(below),
    changes: listed,
    leftOut: changes.length - listed.length,
  };
}

/** Of ranges that have no customer in common. */
export const summed = <C extends ToldChange>(ranges: readonly Findings<C>[]): Findings<C> => ({
  customers: total(ranges, ({ customers }) => customers),
  customersChanged: total(ranges, ({ customersChanged }) => customersChanged),
  customersBelowUsage: total(ranges, ({ customersBelowUsage }) => customersBelowUsage),
  changes: ranges.flatMap(({ changes }) => changes),
  leftOut: total(ranges, ({ leftOut }) => leftOut),
});

const total = <T>(some: readonly T[], of: (one: T) => number): number =>
  some.reduce((sum, each) => sum + of(each), 0);

const countOf = (changes: readonly ToldChange[]): number =>
  new Set(changes.map(({ customerId }) => customerId)).size;

/** Who falls below usage is left out last. The order stays. */
function shortened<C extends ToldChange>(changes: readonly C[], below: readonly C[]): C[] {
  if (changes.length <= longestList) return [...changes];
  const first = [...below, ...changes.filter(({ fallsBelowUsage }) => !fallsBelowUsage)];
  const kept = new Set(first.slice(0, longestList));
  return changes.filter((each) => kept.has(each));
}
