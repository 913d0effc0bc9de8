import { CurrencyEnum } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { Money } from '#libs/business/values/money';
import { View } from '#libs/shape/classes';
import { ListOf, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import type { CreditReason } from '#libs/business/values/credit-reason';
import type { CreditNote as StoredCreditNote } from './domain/credit-note';
import type { Invoice } from './domain/invoice';
import type { InvoiceLine } from './domain/invoice-line';
import { CreditReasonEnum } from './invoices.inputs';
import { CustomerInvoiceLine } from './invoices.views';

@View('Takes an invoice back, all but its usage. Amounts are negative.')
export class CreditNote {
  @Text() id: string;
  @Text({ nullable: true }) contractExternalId: string | null;
  @Timestamp() createdAt: Date;
  @Text({ description: 'Without a gap per legal entity, in a series of its own.' }) creditNoteNumber: string;
  @OneOf(CurrencyEnum) currency: CurrencyCode;
  @Text({ description: 'The id of the customer.' }) customerExternalId: string;
  @Num() discount: number;
  @Text() invoiceId: string;
  @Text({ nullable: true }) invoiceNumber: string | null;
  @Timestamp() issueDate: Date;
  @ListOf(CustomerInvoiceLine) lineItems: CustomerInvoiceLine[];
  @OneOf(CreditReasonEnum) reasonCode: CreditReason;
  @Num() subtotal: number;
  @Num() tax: number;
  @Num() total: number;

  /** @param lines of the invoice */
  static from(
    this: void,
    note: StoredCreditNote,
    invoice: Invoice,
    lines: readonly InvoiceLine[],
  ): CreditNote {
    const { uid, createdAt, number, currency, issueDate, reasonCode } = note;
    const amount = (text: string): number => Money.of(text, currency).toNumber();
    return {
      id: uid,
      contractExternalId: invoice.contractExternalId,
      createdAt,
      creditNoteNumber: number,
      currency,
      customerExternalId: invoice.customerId,
      discount: amount(note.discount),
      invoiceId: invoice.uid,
      invoiceNumber: invoice.number,
      issueDate,
      lineItems: lines
        .filter(({ isUsage }) => !isUsage)
        .map((line) => CustomerInvoiceLine.reversed(line, currency)),
      reasonCode,
      subtotal: amount(note.subTotal),
      tax: amount(note.tax),
      total: amount(note.total),
    };
  }
}
