import type { CurrencyCode } from '#libs/kernel/currency';
import type { Decimal } from '#libs/kernel/decimal';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { Totals } from '#libs/pricing/totals';

/** Domain: contracts-billing V7 */
export const creditReasons = [
  'ORDER_CHANGE',
  'ORDER_CANCELLATION',
  'WAIVER',
  'PRODUCT_UNSATISFACTORY',
  'SERVICE_UNSATISFACTORY',
  'USAGE_CREDIT',
  'OTHER',
] as const;
export type CreditReason = (typeof creditReasons)[number];

/** What a credit note takes over from the invoice that it reverses. */
interface Credited {
  uid: string;
  contractUid: string;
  legalEntityUid: string;
  currency: CurrencyCode;
}

interface NewCreditNote {
  number: string;
  reasonCode: CreditReason;
  issueDate: Date;
  /** Negative, or zero. */
  totals: Totals;
}

/** Reverses an issued invoice, all but its usage; its lines follow from those of the invoice. Domain: contracts-billing V7 */
export class CreditNote extends TenantEntity {
  invoiceUid: string;
  contractUid: string;
  legalEntityUid: string;
  number: string;
  reasonCode: CreditReason;
  issueDate: Date;
  currency: CurrencyCode;
  subTotal: string;
  discount: string;
  tax: string;
  total: string;

  static of(invoice: Credited, { totals, ...given }: NewCreditNote, now: Date): CreditNote {
    const { uid: invoiceUid, contractUid, legalEntityUid, currency } = invoice;
    const of = { invoiceUid, contractUid, legalEntityUid, currency };
    const text = (amount: Decimal) => amount.toString();
    const amounts = {
      subTotal: text(totals.subTotal),
      discount: text(totals.discount),
      tax: text(totals.tax),
      total: text(totals.total),
    };
    return CreditNote.born<CreditNote>(CreditNote, { ...of, ...given, ...amounts }, now);
  }
}
