import { explainAmount } from '#libs/business/pricing/explanation';
import type { CurrencyCode } from '#libs/business/values/currency';
import type {
  InvoiceLineType,
  ScheduledInvoice as Document,
  ScheduledLine as DocumentLine,
} from '#modules/billing/invoices';
import type { BilledLine } from './billed-line';
import type { ScheduledInvoice, ScheduledLine } from './invoice-schedule';
import type { LineState } from './line-state';
import type { StoredRow } from './stored-row';

/** How what was used is turned into sold units. */
export interface UnitRule {
  divide: number;
  round: 'UP' | 'DOWN';
}

/** The metered feature of a line, as it was when the contract was published. */
export interface Meter {
  /** One running level that no period begins anew. */
  isGauge: boolean;
  unitTransformation: UnitRule | null;
}

/** What prices the usage of a period when its invoice is finalized; kept as JSON with the invoice line. */
export interface UsageTerms extends Meter {
  featureUid: string;
  pricingModelId: string;
  rows: StoredRow[];
  /** Percent, as exact decimal text. */
  discount: string;
  tax: string;
}

/** What documents need beside the schedule. */
export interface DocumentTerms {
  currency: CurrencyCode;
  note: string | null;
  /** By what the schedule tells of each. */
  lines: ReadonlyMap<BilledLine, LineState>;
  /** By uid of the feature. */
  meters: ReadonlyMap<string, Meter>;
}

/** A complete schedule as documents. Only of a contract that may be published. Domain: contracts-billing P2, P5 */
export function documentsOf(schedule: readonly ScheduledInvoice[], terms: DocumentTerms): Document[] {
  const sequences = new Map<string, number>();
  return schedule.map((invoice) => {
    const { paymentTime } = invoice;
    const [periodStart, periodEnd] = [present(invoice.periodStart), present(invoice.periodEnd)];
    const period = `${paymentTime} ${periodStart.getTime()} ${periodEnd.getTime()}`;
    const sequence = sequences.get(period) ?? 0;
    sequences.set(period, sequence + 1);
    const remitTo = lineOf(terms, invoice.lines[0]);
    return {
      ...{ paymentTime, periodStart, periodEnd, sequence, currency: terms.currency, note: terms.note },
      netTerms: present(invoice.netTerms),
      legalEntity: present(remitTo.legalEntity),
      paymentAccount: present(remitTo.paymentAccount),
      lines: invoice.lines.map((scheduled) => documentLine(scheduled, terms)),
    };
  });
}

function documentLine(scheduled: ScheduledLine, terms: DocumentTerms): DocumentLine {
  const { bill, cycle } = scheduled;
  const { start: periodStart, end: periodEnd } = present(cycle);
  const line = lineOf(terms, scheduled);
  const usageTerms = line.model.isPayAsYouGo ? usageTermsOf(line, terms) : null;
  const { subTotal, discount, tax, total, quantity, unitPrice } = bill;
  return {
    ...{ subTotal, discount, tax, total, periodStart, periodEnd, usageTerms, unitPrice },
    type: typeOf(scheduled),
    itemId: line.itemId,
    description: line.name,
    quantity: usageTerms === null ? quantity : null,
    taxPercent: scheduled.line.taxPercent,
    productExternalId: line.billableItemUid,
    explanation: usageTerms === null ? explainAmount(bill) : null,
  };
}

function usageTermsOf(line: LineState, { meters }: DocumentTerms): UsageTerms {
  const { pricingModelId, rows, discount, tax } = line;
  const featureUid = present(line.featureUid);
  return { ...present(meters.get(featureUid)), featureUid, pricingModelId, rows, discount, tax };
}

/** Domain: contracts-billing V9 */
function typeOf({ line: { model, paymentTime }, bill }: ScheduledLine): InvoiceLineType {
  if (model.isPayAsYouGo) return 'PayAsYouGoCharge';
  if (bill.subTotal.isZero()) return 'ZeroAmountBaseCharge';
  if (model.formula !== 'FLAT_RATE' && model.formula !== 'PACKAGE') return 'TierCharge';
  return paymentTime === 'IN_ADVANCE' ? 'InAdvanceCommitmentCharge' : 'BaseCharge';
}

const lineOf = ({ lines }: DocumentTerms, scheduled: ScheduledLine | undefined): LineState =>
  present(lines.get(present(scheduled).line));

// Readiness has seen to it: what is missing here is a bug.
function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined)
    throw new Error('A contract without complete terms was published');
  return value;
}
