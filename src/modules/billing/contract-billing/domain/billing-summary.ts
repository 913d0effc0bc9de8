import { minorUnitDigits, type CurrencyCode } from '#libs/business/values/currency';
import type { StoredContract } from '#modules/billing/contracts';
import { agreedOn } from './agreed';
import type { BillingDetails } from './billing-details';
import { contractTotals, type ContractTotals } from './contract-totals';
import type { LineItem } from './line-item';
import type { LineState } from './line-state';

/** What is billed of a contract: its lines in their order, and their currency while there is one. */
export interface BilledContent {
  contract: StoredContract;
  lines: readonly LineItem[];
  /** They, and what they and others were before, each for its days. */
  billedLines: readonly LineState[];
  currency: CurrencyCode | null;
  /** Absent until the first line. */
  details?: BillingDetails | undefined;
}

/** What a contract comes to, and on which terms, where its lines agree on them. Domain: contracts-billing M1, M2 */
export interface BillingSummary {
  contractId: string;
  customerId: string;
  totals: ContractTotals;
  currency: CurrencyCode | null;
  /** Null, as all that follow, where unset or where lines differ. */
  activationStartDate: Date | null;
  activationEndDate: Date | null;
  /** Days from issue to due. */
  netTerms: number | null;
  legalEntityId: string | null;
  paymentAccountId: string | null;
  note: string | null;
  paymentMethod: string | null;
}

const defaultDigits = 2;

/** Digits of the amounts; without a currency there are no lines, and nothing to round. */
export const digitsOf = (currency: CurrencyCode | null): number =>
  currency === null ? defaultDigits : minorUnitDigits(currency);

/** @throws AmountTooLarge */
export function summaryOf({
  contract,
  lines,
  billedLines,
  currency,
  details,
}: BilledContent): BillingSummary {
  const billed = billedLines.map((line) => line.billed);
  const day = (term: 'activationStartDate' | 'activationEndDate'): Date | null => {
    const at = agreedOn(lines, (line) => line[term]?.getTime() ?? null, contract[term]?.getTime() ?? null);
    return at === null ? null : new Date(at);
  };
  return {
    contractId: contract.id,
    customerId: contract.customerId,
    totals: contractTotals(billed, digitsOf(currency)),
    currency,
    activationStartDate: day('activationStartDate'),
    activationEndDate: day('activationEndDate'),
    netTerms: agreedOn(lines, (line) => line.netTerms),
    legalEntityId: agreedOn(lines, (line) => line.legalEntityId),
    paymentAccountId: agreedOn(lines, (line) => line.paymentAccountId),
    note: details?.note ?? null,
    paymentMethod: details?.paymentMethod ?? null,
  };
}
