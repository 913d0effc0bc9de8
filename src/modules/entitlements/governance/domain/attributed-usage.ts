import { Decimal } from '#libs/kernel/decimal';
import { budgetWindow, type BudgetWindow } from './cadence';

/** A budget that usage counts for. */
export interface CountingBudget {
  uid: string;
  entityId: string;
  subjectId: string;
  usageLimit: Decimal | null;
  cadence: string;
  createdAt: Date;
}

/** What is added to one window of a budget. */
export interface AddedUsage {
  budget: CountingBudget;
  window: BudgetWindow;
  added: Decimal;
}

/** Undefined for what happened before there was the budget: nothing is attributed afterwards. Domain: access-and-events G6, G10 */
export const windowAt = ({ cadence, createdAt }: CountingBudget, at: Date): BudgetWindow | undefined =>
  at < createdAt ? undefined : budgetWindow(cadence, createdAt, at);

/** Sums by budget and window, of one unit of work. */
export class AttributedUsage {
  private readonly sums = new Map<string, AddedUsage>();

  add(budget: CountingBudget, at: Date, amount: Decimal): void {
    const window = windowAt(budget, at);
    if (!window || amount.isZero()) return;
    const key = keyOf(budget, window);
    const known = this.sums.get(key);
    if (known) known.added = known.added.plus(amount);
    else this.sums.set(key, { budget, window, added: amount });
  }

  addAll(other: AttributedUsage): void {
    for (const { budget, window, added } of other.sums.values()) this.add(budget, window.start, added);
  }

  of(budget: CountingBudget, window: BudgetWindow): Decimal {
    return this.sums.get(keyOf(budget, window))?.added ?? nothing;
  }

  /** In the order of the budgets' keys, as everybody locks them; what has cancelled out is left out. */
  get all(): AddedUsage[] {
    return [...this.sums.values()].filter(({ added }) => !added.isZero()).sort(byPlace);
  }
}

export const keyOf = (
  { uid, cadence }: Pick<CountingBudget, 'uid' | 'cadence'>,
  { start }: BudgetWindow,
): string => `${uid}/${cadence}/${start.getTime()}`;

const nothing = new Decimal(0);

const byPlace = (a: AddedUsage, b: AddedUsage): number => {
  const apart = a.window.start.getTime() - b.window.start.getTime();
  return a.budget.uid === b.budget.uid ? apart : a.budget.uid < b.budget.uid ? -1 : 1;
};
