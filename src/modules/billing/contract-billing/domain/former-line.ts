import { earliest } from '#libs/kernel/period';
import { copyOf } from '#libs/kernel/tenant-entity';
import { dayBefore } from './billing-window';
import type { LineItem } from './line-item';
import { LineState } from './line-state';

/**
 * A line as it was until an amendment that left begun invoices as they are: it bills the days up to then. The line itself goes on after
 * them with what was amended, or is gone. Domain: contracts-billing P3
 */
export class FormerLine extends LineState {
  /** The line that it was. */
  readonly lineUid: string;
  /** The last day for which the line was as here; what it bills ends with its window, where that ends before. */
  readonly lastDay: Date;

  /** @param lastDay the last one of a cycle of the line, so that it bills what the line has billed */
  static until(lastDay: Date, line: LineItem, now: Date): FormerLine {
    const { uid: lineUid, ...state } = line;
    return FormerLine.instantiate<FormerLine>(FormerLine, { ...state, lineUid, lastDay }, now);
  }

  override get itemId(): string {
    return this.lineUid;
  }

  protected override get billedUntil(): Date | null {
    return this.activationEndDate && earliest(this.activationEndDate, this.lastDay);
  }

  /** What follows it begins on this day. */
  before(day: Date): FormerLine {
    return this.lastDay < day ? this : Object.assign(copyOf(this), { lastDay: dayBefore(day) });
  }

  /** At its own prices still. Domain: contracts-billing P3 */
  onTermsOf(line: LineItem): FormerLine {
    const { activationStartDate, activationEndDate, netTerms } = line;
    const terms = { activationStartDate, activationEndDate, netTerms };
    return this.onTerms(terms).paidTo(line.legalEntity, line.paymentAccount);
  }
}
