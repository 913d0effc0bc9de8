import { InvoiceStatusEnum, type InvoiceStatus } from '#libs/business/shapes/invoicing';
import { Input } from '#libs/shape/classes';
import { ListOf, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { ListQuery, queried } from '#libs/shape/list-query';
import { creditReasons, type CreditReason } from '#libs/business/values/credit-reason';

export type InvoiceOrder = 'issueDate' | 'dueDate' | 'total';
export const InvoiceOrderEnum = enumShape<InvoiceOrder>('InvoiceOrder', ['issueDate', 'dueDate', 'total']);

export type OrderDirection = 'ASC' | 'DESC';
export const OrderDirectionEnum = enumShape<OrderDirection>('OrderDirection', ['ASC', 'DESC']);

export const CreditReasonEnum = enumShape<CreditReason>('CreditReason', creditReasons);

export class ListCustomerInvoicesQuery extends ListQuery {
  @Text({ min: 1, max: 255, optional: true }) contractExternalId?: string;
  @Timestamp({ optional: true, description: 'Issued at that instant or later.' }) issuedAfter?: Date;
  @Timestamp({ optional: true, description: 'Issued at that instant or earlier.' }) issuedBefore?: Date;
  @OneOf(InvoiceOrderEnum, { optional: true, description: 'Default issueDate.' }) orderBy?: InvoiceOrder;
  @OneOf(OrderDirectionEnum, { optional: true, description: 'Default ASC.' }) orderDir?: OrderDirection;
  @ListOf(InvoiceStatusEnum, queried) stateIn?: InvoiceStatus[];
}

@Input('Why and when an invoice is taken back.')
export class CreateCreditNoteBody {
  @OneOf(CreditReasonEnum, { optional: true, description: 'Default ORDER_CHANGE.' })
  reasonCode?: CreditReason;

  @Timestamp({
    optional: true,
    description: 'Its day counts, in UTC. Default today; not before the invoice.',
  })
  issueDate?: Date;
}

export class ListCreditNotesQuery extends ListQuery {}
