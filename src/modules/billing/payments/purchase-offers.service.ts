import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/env';
import { Clock } from '#libs/kernel/clock';
import { Decimal } from '#libs/kernel/decimal';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { addDays } from '#libs/kernel/period';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { requestKey } from '#libs/use-cases/own-key';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import { IntegrationsService } from '#modules/customers/integrations';
import { Payment, type Collecting } from './domain/payment';
import { hasPages, refOf } from './domain/payment-provider';
import type { PurchasePage } from './domain/purchase';
import type { PaymentNeeded } from './domain/purchase-till';
import { knownTo, payerOf } from './payment-methods.service';
import { askedOf, PaymentProviders } from './payment-providers.service';
import { PaymentsRepository } from './payments.repository';

/** What somebody asks for, as it is kept. */
export interface Order {
  /** Who carries it out knows it by this name. */
  kind: string;
  /** As it came. */
  asked: object;
  /** What it is about: the name of what is to be made, or is changed. */
  reference: string;
  /** Where who pays on a page is led from there; undefined where nobody is to pay on one. */
  page: { successUrl: string | undefined; cancelUrl: string | undefined } | undefined;
}

type Asked = Pick<Collecting, 'amount' | 'currency' | 'description'> & { at: Date };

/** How what is bought is asked for: by the method on file, or on a page of the provider. Domain: customers-subscriptions V9 */
@Injectable()
export class PurchaseOffers {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly customers: CustomersService,
    private readonly integrations: IntegrationsService,
    private readonly providers: PaymentProviders,
    private readonly unitOfWork: UnitOfWork,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** @returns undefined where it can be asked for in no way */
  async begin(
    { customerId, amount, currency, at, subject: description }: PaymentNeeded,
    order: Order,
  ): Promise<Payment | undefined> {
    const asked = { amount, currency, at, description };
    const payer = await this.customers.getOrThrow(customerId);
    const { chargedBy } = payer;
    return chargedBy ? this.keep(payer, asked, order, chargedBy) : this.offer(payer, asked, order);
  }

  /** What was declined, on a page. */
  async offerInstead(
    { customerId, amount, currency, description }: Payment,
    order: Order,
  ): Promise<Payment | undefined> {
    const payer = await this.customers.getOrThrow(customerId);
    const asked = { amount: new Decimal(amount), currency, description, at: this.clock.now() };
    return this.offer(payer, asked, order);
  }

  private async offer(payer: StoredCustomer, asked: Asked, order: Order): Promise<Payment | undefined> {
    const integration = order.page && (await this.integrations.collecting());
    if (!order.page || !integration) return undefined;
    const provider = await this.providers.of(integration);
    if (!hasPages(provider)) return undefined;
    const customerRef = await askedOf(refOf(provider, payerOf(payer), knownTo(payer, integration)));
    const method = { integrationId: integration.id, ref: null };
    const page = this.pageFor(order.page, this.clock.now());
    return this.keep(payer, asked, order, { method, customerRef, page });
  }

  private keep(
    { uid: customerUid, id: customerId }: StoredCustomer,
    { at, ...asked }: Asked,
    { kind, asked: request, reference, page: leads }: Order,
    { page, ...by }: Pick<Collecting, 'method' | 'customerRef'> & { page?: PurchasePage },
  ): Promise<Payment> {
    const isOffered = leads && !page ? { isOffered: true as const } : {};
    const purchase = {
      kind,
      asked: request,
      reference,
      askedAt: at.toISOString(),
      ...isOffered,
      ...(page && { page }),
    };
    return this.unitOfWork.run(async () => {
      await this.customers.lockOrThrow(customerId);
      if (!page && (await this.payments.isBuying(customerUid))) throw isBuying(customerId);
      const whose = { invoiceUid: null, customerUid, customerId, requestKey: requestKey() ?? null };
      const payment = Payment.of({ ...asked, ...whose, ...by, purchase }, this.clock.now());
      await this.payments.insert(payment);
      return payment;
    });
  }

  private pageFor({ successUrl, cancelUrl }: NonNullable<Order['page']>, now: Date): PurchasePage {
    const { publicUrl } = this.environment;
    return {
      successUrl: successUrl ?? `${publicUrl}/pay/done`,
      cancelUrl: cancelUrl ?? `${publicUrl}/pay/canceled`,
      // Domain: customers-subscriptions V10
      expiresAt: addDays(now, 1).toISOString(),
    };
  }
}

const isBuying = (customerId: string): DomainError =>
  new DomainError(
    'ObjectAlreadyBeingUsedByAnotherRequestError',
    `Customer ${customerId} is paying for something else right now; repeat the request in a moment`,
  );
