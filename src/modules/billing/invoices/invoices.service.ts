import { customerBuckets } from '#libs/business/values/customer-buckets';
import { page, one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import { told } from '#libs/context/revision';
import { Answers } from '#libs/messaging/extensions';
import { CustomersService } from '#modules/customers/customers';
import { invoicePaid } from '#modules/customers/promotion-codes';
import type { Invoice as StoredInvoice } from './domain/invoice';
import { InvoicePayments } from './invoice-payments.service';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import type { ListCustomerInvoicesQuery } from './invoices.inputs';
import { InvoicesRepository } from './invoices.repository';
import { CustomerInvoice } from './invoices.views';

/** What customers are told of their invoices: those that were sent. */
@Injectable()
export class InvoicesService {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly lines: InvoiceLinesRepository,
    private readonly customers: CustomersService,
    private readonly payments: InvoicePayments,
  ) {}

  @Answers(invoicePaid)
  async hasPaid({ customerUid }: typeof invoicePaid.facts): Promise<boolean[]> {
    return [await this.invoices.hasPaid(customerUid)];
  }

  /** @throws CustomerNotFound, BadUserInput for a cursor that names no invoice. Domain: contracts-billing V5 */
  @UseCase('listCustomerInvoices', {
    needs: 'invoices:read',
    answers: page(CustomerInvoice),
    summary: 'List the invoices of a customer, by issue date unless another order is asked for.',
  })
  async list(customerId: string, query: ListCustomerInvoicesQuery): Promise<Page<CustomerInvoice>> {
    const customer = await this.customers.getOrThrow(customerId);
    const { orderBy = 'issueDate', orderDir = 'ASC', stateIn, contractExternalId } = query;
    const issued = { gte: query.issuedAfter, lte: query.issuedBefore };
    const filter = { customerUid: customer.uid, contractExternalId, issued, stateIn };
    const page = await this.invoices.list(pageRequestOf(query), filter, { orderBy, orderDir });
    const lines = await this.lines.ofInvoices(page.items.map(({ uid }) => uid));
    return mapPage(page, (invoice) => CustomerInvoice.from(invoice, lines.get(invoice.uid) ?? []));
  }

  /** By id or number. @throws CustomerNotFound, InvoiceNotFound, also for a draft; BadUserInput for a number of two */
  @UseCase('getCustomerInvoice', {
    needs: 'invoices:read',
    answers: one(CustomerInvoice),
    summary: 'Get an invoice by its id or its number.',
  })
  async get(customerId: string, invoiceRef: string): Promise<CustomerInvoice> {
    const customer = await this.customers.getOrThrow(customerId);
    return this.show(await this.invoices.sentOrThrow(customer.uid, invoiceRef));
  }

  /**
   * Once more changes nothing. @throws CustomerNotFound, InvoiceNotFound, InvalidArgumentError for a draft or a canceled
   *   invoice. Domain: contracts-billing V6
   */
  @UseCase('markCustomerInvoicePaid', {
    needs: 'invoices:write',
    answers: one(CustomerInvoice),
    summary: 'Mark an open invoice as paid.',
    touches: customerBuckets,
  })
  async markPaid(customerId: string, invoiceRef: string): Promise<CustomerInvoice> {
    const customer = await this.customers.getOrThrow(customerId);
    const invoice = await this.invoices.holdOrThrow(customer.uid, invoiceRef);
    await this.payments.markPaid(invoice);
    return this.show(invoice);
  }

  private async show(invoice: StoredInvoice): Promise<CustomerInvoice> {
    return told(CustomerInvoice.from(invoice, await this.lines.ofInvoice(invoice.uid)), invoice);
  }
}
