import { Decimal } from '#libs/kernel/decimal';
import { View } from '#libs/shape/classes';
import { Bool, Int, ListOf, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { explainContractLine } from '#libs/business/pricing/explanation';
import type { InvoiceState, StoredInvoice, StoredInvoiceLine } from '#modules/billing/invoices';
import type { ScheduledInvoice, ScheduledLine } from './domain/invoice-schedule';

const ScheduledInvoiceStateEnum = enumShape<InvoiceState>('ScheduledInvoiceState', [
  'DRAFT',
  'OPEN',
  'PAID',
  'CANCELED',
]);

const numberOf = (text: string | null): number | null =>
  text === null ? null : new Decimal(text).toNumber();

@View('One line item in one of its cycles.')
export class ScheduledInvoiceLine {
  @Text() itemId: string;
  @Text() name: string;
  @Num({ nullable: true, description: 'Null for usage that is not known yet.' }) quantity: number | null;
  @Num({ nullable: true, description: 'Null where several rows price it.' }) unitPrice: number | null;
  @Num() subTotal: number;
  @Num() discount: number;
  @Num() tax: number;
  @Num() total: number;

  @Text({
    nullable: true,
    description: 'How the amounts come about; of what is kept where one price does not tell it.',
  })
  explanation: string | null;

  static preview({ line, bill }: ScheduledLine, digits: number): ScheduledInvoiceLine {
    const { quantity, unitPrice, subTotal, discount, tax, total } = bill;
    return {
      ...{ itemId: line.itemId, name: line.name },
      quantity: line.model.isPayAsYouGo ? null : quantity.toNumber(),
      unitPrice: unitPrice && unitPrice.toNumber(),
      ...{ subTotal: subTotal.toNumber(), discount: discount.toNumber(), tax: tax.toNumber() },
      total: total.toNumber(),
      explanation: explainContractLine(bill, digits),
    };
  }

  static kept(this: void, line: StoredInvoiceLine): ScheduledInvoiceLine {
    const amount = (text: string): number => new Decimal(text).toNumber();
    return {
      ...{ itemId: line.itemId, name: line.description },
      ...{ quantity: numberOf(line.quantity), unitPrice: numberOf(line.unitPrice) },
      ...{ subTotal: amount(line.subTotal), discount: amount(line.discount), tax: amount(line.tax) },
      ...{ total: amount(line.total), explanation: line.explanation },
    };
  }
}

@View('An invoice of a contract, sent or to come.')
export class ScheduledContractInvoice {
  @Text({ nullable: true, description: 'Given when it is sent.' }) invoiceNumber: string | null;
  @OneOf(ScheduledInvoiceStateEnum, { description: 'DRAFT until it is sent.' }) state: InvoiceState;

  @Timestamp({ nullable: true, description: 'Days; of a preview null while they are not known.' })
  issueDate: Date | null;

  @Timestamp({ nullable: true }) dueDate: Date | null;
  @Timestamp({ nullable: true }) periodStart: Date | null;
  @Timestamp({ nullable: true, description: 'Its last day.' }) periodEnd: Date | null;
  @Num() total: number;
  @ListOf(ScheduledInvoiceLine) lineItems: ScheduledInvoiceLine[];

  static preview(invoice: ScheduledInvoice, digits: number): ScheduledContractInvoice {
    const { issueDate, dueDate, periodStart, periodEnd, total, lines } = invoice;
    return {
      ...{ invoiceNumber: null, state: 'DRAFT', issueDate, dueDate, periodStart, periodEnd },
      total: total.toNumber(),
      lineItems: lines.map((line) => ScheduledInvoiceLine.preview(line, digits)),
    };
  }

  static kept(invoice: StoredInvoice, lines: readonly StoredInvoiceLine[]): ScheduledContractInvoice {
    const { number: invoiceNumber, state, issueDate, dueDate, periodStart, periodEnd, total } = invoice;
    return {
      ...{ invoiceNumber, state, issueDate, dueDate, periodStart, periodEnd },
      total: new Decimal(total).toNumber(),
      lineItems: lines.map(ScheduledInvoiceLine.kept),
    };
  }
}

@View('All invoices of a contract by their issue date.')
export class ContractInvoiceSchedule {
  @Bool({ description: 'True of a draft: nothing of it is kept yet.' }) isPreview: boolean;
  @Int({ min: 0, description: 'Of all invoices, however many are asked for.' }) invoiceCount: number;
  @Num({ description: 'Of all invoices.' }) total: number;
  @ListOf(ScheduledContractInvoice) invoices: ScheduledContractInvoice[];
}
