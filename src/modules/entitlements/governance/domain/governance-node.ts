import type { Decimal } from '#libs/kernel/decimal';
import { budgetWindow, type BudgetWindow } from './cadence';
import { utilizationOf, type BudgetSubject } from './usage-assignment';

/** What a tree may be sorted by. Domain: access-and-events G9 */
export type GovernanceSort = 'utilization' | 'currentUsage' | 'usageLimit' | 'scopeSize' | 'id' | 'createdAt';

/** A budget as it is stored, with what its window of now holds. */
export interface ReadBudget {
  uid: string;
  subjectKind: BudgetSubject['kind'];
  subjectId: string;
  cadence: string;
  createdAt: Date;
  scopeIds: string[];
  usageLimit: Decimal | null;
  used: Decimal;
}

export interface NodeEntity {
  uid: string;
  id: string;
  entityTypeId: string;
  displayName: string | null;
  parentId: string | null;
}

/** A line of the tree: a budget with its entity, or an entity without one. Domain: access-and-events G9 */
export interface GovernanceNode {
  entity: NodeEntity;
  budget: (ReadBudget & { window: BudgetWindow; utilization: number | null }) | null;
}

export function nodeOf(entity: NodeEntity, budget: ReadBudget | null, now: Date): GovernanceNode {
  if (!budget) return { entity, budget };
  const { cadence, createdAt, used, usageLimit } = budget;
  const utilization = usageLimit === null ? null : utilizationOf(used, usageLimit);
  return { entity, budget: { ...budget, window: budgetWindow(cadence, createdAt, now), utilization } };
}
