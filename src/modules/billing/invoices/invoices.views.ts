import { InvoiceStatusEnum, type InvoiceStatus } from '#libs/business/shapes/invoicing';
import { CurrencyEnum } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { Money } from '#libs/business/values/money';
import { Decimal } from '#libs/kernel/decimal';
import { placedAt } from '#libs/kernel/page';
import { View } from '#libs/shape/classes';
import { ListOf, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { statusOf } from './contract-invoices.views';
import type { Invoice as StoredInvoice } from './domain/invoice';
import type { InvoiceLine } from './domain/invoice-line';

@View('One amount of an invoice.')
export class CustomerInvoiceLine {
  @Num({ nullable: true, description: 'Before discount and tax; together they are the subtotal.' })
  amount: number | null;

  @Text({ nullable: true }) description: string | null;

  @Text({
    nullable: true,
    description:
      'An addition: how the amount comes about, such as `50 × 10 + 10 × 9`; null where quantity and unit price tell it.',
  })
  explanation: string | null;

  @Text({ nullable: true }) productExternalId: string | null;
  @Num({ nullable: true, description: 'Null where no single number tells it.' }) quantity: number | null;

  @Num({ nullable: true, description: 'Of one unit, up to 12 decimals; null with tiers and blocks.' })
  unitPrice: number | null;

  static from(this: void, line: InvoiceLine, currency: CurrencyCode): CustomerInvoiceLine {
    const { subTotal, description, explanation, productExternalId, quantity, unitPrice } = line;
    return {
      amount: Money.of(subTotal, currency).toNumber(),
      description,
      explanation,
      productExternalId,
      quantity: numberOf(quantity),
      unitPrice: numberOf(unitPrice),
    };
  }

  /** Its exact negative: of a credit note. Domain: contracts-billing R2 */
  static reversed(this: void, line: InvoiceLine, currency: CurrencyCode): CustomerInvoiceLine {
    const amount = Money.of(line.subTotal, currency).times(-1).toNumber();
    return { ...CustomerInvoiceLine.from(line, currency), amount };
  }
}

@View('An invoice that was sent. It never changes but for being paid or canceled.')
export class CustomerInvoice {
  @Num({ description: 'An addition: what is left to pay, after a credit note.' }) amountDue: number;
  @Text({ nullable: true }) contractExternalId: string | null;
  @OneOf(CurrencyEnum, { nullable: true }) currency: CurrencyCode | null;
  @Text({ nullable: true, description: 'The id of the customer.' }) customerExternalId: string | null;
  @Num({ nullable: true }) discount: number | null;
  @Timestamp({ nullable: true }) dueDate: Date | null;
  @Text({ nullable: true, description: 'Null: no other system keeps it.' }) invoiceExternalId: string | null;
  @Text() invoiceId: string;
  @Text({ nullable: true, description: 'Without a gap per legal entity.' }) invoiceNumber: string | null;
  @Timestamp({ nullable: true }) issueDate: Date | null;
  @ListOf(CustomerInvoiceLine) lineItems: CustomerInvoiceLine[];
  @Timestamp({ nullable: true }) paidDate: Date | null;
  @OneOf(InvoiceStatusEnum) state: InvoiceStatus;
  @Num({ nullable: true }) subtotal: number | null;
  @Num({ nullable: true }) tax: number | null;
  @Num({ nullable: true, description: 'subtotal − discount + tax' }) total: number | null;

  static from(this: void, invoice: StoredInvoice, lines: readonly InvoiceLine[]): CustomerInvoice {
    const { uid, currency, contractExternalId, customerId, dueDate, issueDate, paidAt } = invoice;
    const amount = (text: string): number => Money.of(text, currency).toNumber();
    const view = {
      amountDue: Money.of(invoice.amountDue, currency).toNumber(),
      contractExternalId,
      currency,
      customerExternalId: customerId,
      discount: amount(invoice.discount),
      dueDate,
      invoiceExternalId: null,
      invoiceId: uid,
      invoiceNumber: invoice.number,
      issueDate,
      lineItems: lines.map((line) => CustomerInvoiceLine.from(line, currency)),
      paidDate: paidAt,
      state: statusOf(invoice),
      subtotal: amount(invoice.subTotal),
      tax: amount(invoice.tax),
      total: amount(invoice.total),
    };
    return placedAt(view, uid);
  }
}

/** What the activity log and events tell of an invoice. */
export class InvoiceEntry {
  invoiceId: string;
  invoiceNumber: string | null;
  state: InvoiceStatus;
  customerId: string;
  contractId: string | null;
  subscriptionId: string | null;
  /** Absent where it bills something else. */
  creditGrantId?: string;
  currency: CurrencyCode;
  total: number;
  issueDate: string | null;
  dueDate: string | null;
  /** Of a subscription: what was said of it there. Domain: customers-subscriptions V13 */
  metadata?: Record<string, string>;

  static from(this: void, invoice: StoredInvoice): InvoiceEntry {
    const { uid, number, customerId, contractId, subscriptionId, currency, total, issueDate, dueDate } =
      invoice;
    const { billTerms, creditGrantId } = invoice;
    return {
      ...{
        invoiceId: uid,
        invoiceNumber: number,
        state: statusOf(invoice),
        customerId,
        contractId,
        subscriptionId,
        currency,
      },
      ...{ total: Money.of(total, currency).toNumber() },
      ...{ issueDate: issueDate?.toISOString() ?? null, dueDate: dueDate?.toISOString() ?? null },
      ...(creditGrantId !== null && { creditGrantId }),
      ...(billTerms && { metadata: billTerms.metadata }),
    };
  }
}

const numberOf = (text: string | null): number | null =>
  text === null ? null : new Decimal(text).toNumber();
