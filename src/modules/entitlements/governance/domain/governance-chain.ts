import type { Decimal } from '#libs/kernel/decimal';
import { earliestOf } from '#libs/kernel/period';

/** One budget on the way from an entity that a dimension names to its root. */
export interface ChainNode {
  entityId: string;
  usageLimit: Decimal | null;
  currentUsage: Decimal;
  scopeEntityIds: string[];
  /** When its window ends, and what is used of it is nothing again. */
  until: Date;
}

/** From what is named to its root, one for each dimension that names somebody. */
export type Chains = ChainNode[][];

export type JudgedNode = ChainNode & { isGranted: boolean };

/** @param asked undefined where no amount is named: something must be left. Domain: access-and-events G8 */
export const judged = (node: ChainNode, asked: number | undefined): JudgedNode => ({
  ...node,
  isGranted: leaves(node, asked),
});

function leaves({ usageLimit, currentUsage }: ChainNode, asked: number | undefined): boolean {
  if (usageLimit === null) return true;
  return asked === undefined
    ? currentUsage.lessThan(usageLimit)
    : currentUsage.plus(asked).lessThanOrEqualTo(usageLimit);
}

/** The earliest end of a window, of those that grant too: they tell what is used. Null where nobody is named. Domain: entitlements-usage G10 */
export const chainsUntil = (chains: Chains): Date | null =>
  earliestOf(chains.flat().map(({ until }) => until));
