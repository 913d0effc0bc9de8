import { requireAmount } from '#libs/business/pricing/amount';
import type { PaymentTime } from '#libs/business/pricing/bill-line';
import type { ContractLine } from '#libs/business/pricing/contract-line';
import { dueDateOf, issueDateOf } from '#libs/business/pricing/invoice-dates';
import { sumTotals, type Totals } from '#libs/business/pricing/totals';
import { badInput } from '#libs/kernel/errors/domain-error';
import { billOf, cyclesIn, type BilledLine } from './billed-line';
import { cyclesOf, endedOn, type Cycle } from './cycles';

export interface ScheduledLine {
  readonly line: BilledLine;
  /** Null where the window is not known. */
  readonly cycle: Cycle | null;
  readonly bill: ContractLine;
}

/** One invoice to come. Dates are days; they are null while the window is not known. */
export interface ScheduledInvoice extends Totals {
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
  readonly issueDate: Date | null;
  /** Null while no terms are agreed on. */
  readonly dueDate: Date | null;
  readonly paymentTime: PaymentTime;
  readonly netTerms: number | null;
  readonly legalEntityId: string | null;
  readonly paymentAccountId: string | null;
  readonly lines: readonly ScheduledLine[];
}

/**
 * Every invoice of the contract by its issue date. Lines of one period, payment time, terms, entity and account share an
 * invoice; those that ask for their own, and all that differ, get one each.
 * @param digits decimals of the currency's minor unit
 * @param publishedOn the day on which it would be published; null where only periods matter
 * @throws AmountTooLarge. Domain: contracts-billing P5, P7
 */
export function invoiceSchedule(
  lines: readonly BilledLine[],
  digits: number,
  publishedOn: Date | null = null,
): ScheduledInvoice[] {
  return invoicesOf(
    lines.flatMap((line) => scheduledOf(line, digits)),
    publishedOn,
  );
}

/**
 * What was served and not billed when billing ends: of each line in arrears the days of its cycle up to then, all that was used in them.
 * What is paid in advance was billed when its cycle began. Domain: contracts-billing P8
 * @throws AmountTooLarge
 */
export function lastInvoices(
  lines: readonly BilledLine[],
  digits: number,
  lastDay: Date,
): ScheduledInvoice[] {
  const served = lines.flatMap((line) => {
    const { window, frequency, paymentTime } = line;
    if (window === null || paymentTime === 'IN_ADVANCE') return [];
    const running = cyclesOf(frequency, window).find(({ start, end }) => start <= lastDay && lastDay <= end);
    if (!running) return [];
    const cycle = endedOn(running, lastDay);
    return [{ line, cycle, bill: billOf(line, cycle.share, digits) }];
  });
  return invoicesOf(served, lastDay);
}

function invoicesOf(scheduled: readonly ScheduledLine[], publishedOn: Date | null): ScheduledInvoice[] {
  const shared = new Map<string, ScheduledLine[]>();
  for (const each of scheduled) {
    const key = keyOf(each);
    shared.set(key, [...(shared.get(key) ?? []), each]);
  }
  return [...shared.values()].map((each) => invoiceOf(each, publishedOn)).sort(byIssueDate);
}

const scheduledOf = (line: BilledLine, digits: number): ScheduledLine[] => {
  const full = billOf(line, null, digits);
  if (line.window === null) return [{ line, cycle: null, bill: full }];
  return cyclesOf(line.frequency, line.window).map((cycle) => {
    return { line, cycle, bill: cycle.share === null ? full : billOf(line, cycle.share, digits) };
  });
};

/** What lines must have in common to stand on one invoice. */
function keyOf({ line, cycle }: ScheduledLine): string {
  const { itemId, frequency, paymentTime, netTerms, isSeparate, legalEntityId, paymentAccountId } = line;
  // Without a window a frequency stands for the period that it would have.
  const period = cycle
    ? [cycle.start, cycle.end]
    : frequency.unit === 'one_time'
      ? [frequency.unit]
      : [frequency];
  return JSON.stringify([
    period,
    paymentTime,
    netTerms,
    legalEntityId,
    paymentAccountId,
    isSeparate ? itemId : null,
  ]);
}

function invoiceOf(lines: ScheduledLine[], publishedOn: Date | null): ScheduledInvoice {
  const [{ line, cycle }] = lines as [ScheduledLine];
  const { paymentTime, netTerms, legalEntityId, paymentAccountId } = line;
  const period = cycle && { paymentTime, periodStart: cycle.start, periodEnd: cycle.end };
  const issueDate = period && issueDateOf(period, publishedOn);
  const totals = sumTotals(lines.map(({ bill }) => bill));
  requireAmount(totals.total, `the invoice of ${line.name}`);
  return {
    periodStart: cycle?.start ?? null,
    periodEnd: cycle?.end ?? null,
    issueDate,
    dueDate: issueDate && netTerms !== null ? dueDateOf(issueDate, netTerms) : null,
    ...{ paymentTime, netTerms, legalEntityId, paymentAccountId },
    lines,
    ...totals,
  };
}

// The order of the lines, which comes first, tells invoices of one day apart.
const byIssueDate = (a: ScheduledInvoice, b: ScheduledInvoice): number =>
  (a.issueDate?.getTime() ?? 0) - (b.issueDate?.getTime() ?? 0);

/** Most lines that the invoices of one contract may have together. Choice: ours, so that publishing is one short transaction. */
export const mostScheduledLines = 5_000;

/** @throws BadUserInput where the invoices of the contract would have too many lines */
export function requireSchedulable(lines: readonly BilledLine[]): void {
  const scheduled = lines.reduce((count, line) => count + cyclesIn(line), 0);
  if (scheduled <= mostScheduledLines) return;
  throw badInput(
    `the invoices would have ${scheduled} lines, at most ${mostScheduledLines} are taken; choose a longer billingCycleUnit or an earlier activationEndDate`,
  );
}
