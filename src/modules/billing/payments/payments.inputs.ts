import { ListQuery } from '#libs/shape/list-query';

export class ListInvoicePaymentsQuery extends ListQuery {}
