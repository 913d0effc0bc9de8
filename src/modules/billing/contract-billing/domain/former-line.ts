import { earliest } from '#libs/kernel/period';
import type { LineItem } from './line-item';
import { LineState } from './line-state';

/**
 * A line as it was until an amendment that left begun invoices as they are: it bills the days up to then. The line itself goes on after
 * them with what was amended, or is gone. Domain: contracts-billing P3
 */
export class FormerLine extends LineState {
  /** The line that it was. */
  readonly lineUid: string;

  /** @param lastDay the last one of a cycle of the line, so that it bills what the line has billed */
  static until(lastDay: Date, line: LineItem, now: Date): FormerLine {
    const { uid: lineUid, ...state } = line;
    return FormerLine.instantiate<FormerLine>(
      FormerLine,
      { ...state, lineUid, activationEndDate: lastDay },
      now,
    );
  }

  override get itemId(): string {
    return this.lineUid;
  }

  /** On the terms of its line, at its own prices; none where it has no day left. Domain: contracts-billing P3 */
  onTermsOf(line: LineItem): FormerLine | undefined {
    const { activationStartDate: start, activationEndDate: end, netTerms } = line;
    // Without days the contract cannot be billed: the amendment is refused for that.
    if (!start || !end || !this.activationEndDate) return this;
    const lastDay = earliest(this.activationEndDate, end);
    if (lastDay < start || (this.billedFrom && lastDay < this.billedFrom)) return undefined;
    const terms = { activationStartDate: start, activationEndDate: lastDay, netTerms };
    return this.onTerms(terms).paidTo(line.legalEntity, line.paymentAccount);
  }
}
