import { Decimal } from '#libs/kernel/decimal';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { AttributionTurn, EntityBudgets, GovernedReport } from '#modules/entitlements/metering';
import {
  AttributedUsage,
  keyOf,
  windowAt,
  type AddedUsage,
  type CountingBudget,
} from './domain/attributed-usage';
import type { BudgetWindow } from './domain/cadence';

type BudgetsOf = ReadonlyMap<GovernedReport, readonly CountingBudget[]>;

/** Of reports that may be refused the windows that they are held against, each once. */
export function enforcedWindows(byReport: BudgetsOf): { budget: CountingBudget; window: BudgetWindow }[] {
  const windows = new Map<string, { budget: CountingBudget; window: BudgetWindow }>();
  for (const [{ governed, occurredAt }, budgets] of byReport) {
    if (!governed.isEnforced) continue;
    for (const budget of budgets) {
      const window = windowAt(budget, occurredAt);
      if (window) windows.set(keyOf(budget, window), { budget, window });
    }
  }
  return [...windows.values()];
}

/** Budgets of entities under their locks, and what is used of them in this transaction. */
export class HeldEntityBudgets implements EntityBudgets {
  /** Of requests that were counted whole. */
  private readonly taken = new AttributedUsage();
  private readonly before: ReadonlyMap<string, Decimal>;

  /** @param used before, of the windows that somebody may be refused for */
  constructor(
    private readonly byReport: BudgetsOf,
    used: readonly AddedUsage[],
    private readonly store: (taken: AttributedUsage) => Promise<void>,
  ) {
    this.before = new Map(used.map(({ budget, window, added }) => [keyOf(budget, window), added]));
  }

  turn(): AttributionTurn {
    const asked = new AttributedUsage();
    return {
      ask: (report, added) => this.ask(report, new Decimal(added), asked),
      take: () => this.taken.addAll(asked),
    };
  }

  keep(): Promise<void> {
    return this.store(this.taken);
  }

  private ask(report: GovernedReport, added: Decimal, asked: AttributedUsage): DomainError | undefined {
    const { governed, occurredAt } = report;
    const budgets = this.byReport.get(report) ?? [];
    for (const budget of budgets) asked.add(budget, occurredAt, added);
    if (!governed.isEnforced || !added.greaterThan(0)) return undefined;
    const lacking = budgets.find((budget) => this.isBeyond(budget, occurredAt, asked));
    return lacking && beyond(lacking, added);
  }

  private isBeyond(budget: CountingBudget, at: Date, asked: AttributedUsage): boolean {
    const window = windowAt(budget, at);
    if (!window || budget.usageLimit === null) return false;
    const used = [this.before.get(keyOf(budget, window)) ?? nothing, this.taken.of(budget, window)];
    return used
      .reduce((sum, each) => sum.plus(each), asked.of(budget, window))
      .greaterThan(budget.usageLimit);
  }
}

const nothing = new Decimal(0);

/** Domain: entitlements-usage Q12 */
const beyond = ({ entityId, subjectId, usageLimit, cadence }: CountingBudget, added: Decimal): DomainError =>
  new DomainError(
    'EntitlementLimitExceededError',
    `BudgetExceeded: ${added.toFixed()} of ${subjectId} would take entity ${entityId} beyond its ${usageLimit?.toFixed()} in ${cadence}; ` +
      'nothing of this request was counted. Raise the limit, or report without enforceLimit what has happened all the same',
  );
