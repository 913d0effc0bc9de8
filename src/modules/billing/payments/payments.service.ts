import { Injectable } from '@nestjs/common';
import { customerBuckets } from '#libs/business/values/customer-buckets';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Vetoes } from '#libs/messaging/extensions';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { one, page } from '#libs/use-cases/answer';
import { LastCommit } from '#libs/use-cases/last-commit';
import { requestKey } from '#libs/use-cases/own-key';
import { UseCase } from '#libs/use-cases/use-case';
import { CollectedInvoices, type StoredInvoice } from '#modules/billing/invoices';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import { integrationRemoval } from '#modules/customers/integrations';
import { Payment, type Collecting } from './domain/payment';
import { PaymentCollection } from './payment-collection.service';
import type { ListInvoicePaymentsQuery } from './payments.inputs';
import { PaymentsRepository } from './payments.repository';
import { InvoicePayment } from './payments.views';

/** Invoices that are collected by a provider. Domain: contracts-billing V14 */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly collection: PaymentCollection,
    private readonly invoices: CollectedInvoices,
    private readonly customers: CustomersService,
    private readonly unitOfWork: UnitOfWork,
    private readonly lastCommit: LastCommit,
    private readonly clock: Clock,
  ) {}

  /**
   * Of one that is on its way already what becomes of it; no second one begins.
   * @throws CustomerNotFound, InvoiceNotFound, InvalidArgumentError unless something is owed of it, PaymentMethodNotFoundError
   */
  @UseCase('chargeCustomerInvoice', {
    needs: 'invoices:write',
    answers: one(InvoicePayment),
    summary: 'Collect an open invoice by the payment method of its customer. An addition.',
    touches: customerBuckets,
    commits: 'last',
  })
  async charge(customerId: string, invoiceRef: string): Promise<InvoicePayment> {
    const { uid } = await this.unitOfWork.run(() => this.begin(customerId, invoiceRef));
    await this.collection.advance(uid, 'ATTENDED');
    return this.lastCommit.run(async () => InvoicePayment.from(await this.payments.getByUid(uid)));
  }

  /** Newest first. @throws CustomerNotFound, InvoiceNotFound, BadUserInput */
  @UseCase('listInvoicePayments', {
    needs: 'invoices:read',
    answers: page(InvoicePayment),
    summary: 'List the attempts to collect an invoice, newest first. An addition.',
  })
  async list(
    customerId: string,
    invoiceRef: string,
    query: ListInvoicePaymentsQuery,
  ): Promise<Page<InvoicePayment>> {
    const customer = await this.customers.getOrThrow(customerId);
    const { uid } = await this.invoices.sentOrThrow(customer.uid, invoiceRef);
    return mapPage(await this.payments.ofInvoice(uid, pageRequestOf(query)), InvoicePayment.from);
  }

  /** Who else would be asked what became of them? @throws CannotChangeBillingIntegration */
  @Vetoes(integrationRemoval)
  async refuseRemoval({ integration }: typeof integrationRemoval.facts): Promise<void> {
    if (!(await this.payments.isAnyAskedOf(integration.id))) return;
    const message = `Payments of integration ${integration.id} are on their way; wait until they are settled`;
    throw new DomainError('CannotChangeBillingIntegration', message);
  }

  private async begin(customerId: string, invoiceRef: string): Promise<Payment> {
    const customer = await this.customers.getOrThrow(customerId);
    const invoice = await this.invoices.hold(customer.uid, invoiceRef);
    const key = requestKey();
    const begun = key === undefined ? undefined : await this.payments.begunBy(invoice.uid, key);
    const before = begun ?? (await this.payments.onItsWay(invoice.uid));
    if (before) return before;
    requireOwed(invoice);
    const payment = Payment.of(collectingOf(invoice, customer, key), this.clock.now());
    await this.payments.insert(payment);
    return payment;
  }
}

/** @throws InvalidArgumentError */
function requireOwed({ number, state, amountDue }: StoredInvoice): void {
  if (amountDue.greaterThan(0)) return;
  const message = `Invoice ${number} is ${state}, and nothing is owed of it`;
  throw new DomainError('InvalidArgumentError', message);
}

/** @throws PaymentMethodNotFoundError */
function collectingOf(invoice: StoredInvoice, customer: StoredCustomer, key: string | undefined): Collecting {
  const { uid: invoiceUid, amountDue: amount, currency, number } = invoice;
  const { uid: customerUid, id: customerId, chargedBy } = customer;
  if (!chargedBy) {
    const message = `Customer ${customerId} has no payment method; attach one by POST /customers/${customerId}/payment-method`;
    throw new DomainError('PaymentMethodNotFoundError', message);
  }
  return {
    ...{ invoiceUid, customerUid, customerId, amount, currency, ...chargedBy },
    description: `Invoice ${number}`,
    requestKey: key ?? null,
  };
}
