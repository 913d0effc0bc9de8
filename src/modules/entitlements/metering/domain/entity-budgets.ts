import type { Decimal } from '#libs/kernel/decimal';
import type { DomainError } from '#libs/kernel/errors/domain-error';

/** A dimension that may name who within a customer uses what the customer has. Domain: access-and-events G6 */
export interface NamedEntity {
  key: string;
  id: string;
}

/** What usage says of who it was. */
export interface GovernedUse {
  named: readonly NamedEntity[];
  /** Refused where a budget of one of them lacks it. Domain: entitlements-usage Q12 */
  isEnforced: boolean;
}

/** A report, or what an event feeds, as far as it counts for budgets of entities. */
export interface GovernedReport {
  customerUid: string;
  featureUid: string;
  occurredAt: Date;
  governed: GovernedUse;
}

export const isGoverned = <R extends Partial<GovernedReport>>(
  report: R,
): report is R & { governed: GovernedUse } => report.governed !== undefined;

/** What is used on top by one request: judged as it is counted, and attributed once all of it is. */
export interface AttributionTurn {
  /** @returns why it is refused: a budget lacks it with what the request has used before */
  ask(report: GovernedReport, added: number | Decimal): DomainError | undefined;
  /** All that was asked for. */
  take(): void;
}

/** Budgets of entities that nobody else counts for until the end of the transaction. */
export interface EntityBudgets {
  turn(): AttributionTurn;
  /** Stores what was attributed. */
  keep(): Promise<void>;
}
