import { Injectable } from '@nestjs/common';
import { atInstant, currentEnvironmentId } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import { awayFromTill, tillHere } from '#modules/billing/invoices';
import { MovedOn } from '#modules/billing/payments';
import { EntitlementsService } from '#modules/entitlements/entitlements';
import type { Subscription } from './domain/subscription';
import type { LifeStep } from './domain/subscription-life';
import { DueSubscriptionsReader } from './due-subscriptions.reader';
import { SubscriptionBoundaries } from './subscription-boundaries.service';
import { SubscriptionsRepository } from './subscriptions.repository';

/** As many as a page of a list may tell. */
const most = 100;
/** In whose name it is done, as the activity log tells it. */
const actor = 'subscriptions';

/**
 * Carries out what time has brought about for a customer: in order, each as of its instant and once, whoever comes upon it first. Who
 * changes subscriptions of a customer locks it here, so that nothing that fell due stands in the way. Domain: customers-subscriptions Z1, Z2
 */
@Injectable()
export class DueSubscriptions {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly customers: CustomersService,
    private readonly reader: DueSubscriptionsReader,
    private readonly boundaries: SubscriptionBoundaries,
    private readonly entitlements: EntitlementsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Locks the customer, whose row orders all that begins and ends for it. @throws CustomerNotFound */
  async lockCustomer(id: string): Promise<StoredCustomer> {
    const customer = await this.customers.lockOrThrow(id);
    await this.requireUnmoved(customer);
    await this.carryOut(customer.uid, this.clock.now());
    return customer;
  }

  /** What is made as of when it was asked for stands before nothing that came later. @throws MovedOn. Domain: customers-subscriptions V9 */
  private async requireUnmoved({ uid, updatedAt }: StoredCustomer): Promise<void> {
    const since = tillHere()?.heldAt;
    if (since && (updatedAt > since || (await this.subscriptions.changedSince(uid, since))))
      throw new MovedOn();
  }

  /** With its customer. @throws SubscriptionNotFound, ObjectAlreadyBeingUsedByAnotherRequestError */
  async lockOrThrow(id: string): Promise<Subscription> {
    const { customerId } = await this.subscriptions.getOrThrow(id);
    await this.lockCustomer(customerId);
    return this.subscriptions.lockOrThrow(id);
  }

  /** For who is asked about: locks the customer only where something is due. */
  async carryOutOf(customerUid: string): Promise<void> {
    const first = await this.subscriptions.firstDueOf(customerUid, this.clock.now());
    if (first) await this.unitOfWork.run(() => this.lockCustomer(first.customerId));
  }

  /**
   * The same before subscriptions are read. Where somebody holds a customer, what is stored is told as the clock says.
   * @param customerIds undefined: of whomever, so many at most as are told together
   */
  async beforeReading(customerIds?: readonly string[]): Promise<void> {
    const scope = { environmentId: currentEnvironmentId(), now: this.clock.now(), besides: [] };
    const due = await this.reader.next(scope, undefined, most);
    const found = [...new Set(due.map(({ customerId }) => customerId))];
    // Where more is due than was looked at, those who are asked about may be among the rest.
    const asked =
      due.length < most ? found.filter((id) => customerIds?.includes(id) ?? true) : (customerIds ?? found);
    for (const id of asked) {
      await this.unitOfWork
        .run(() => this.lockCustomer(id))
        .catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error;
        });
    }
  }

  /**
   * Nothing is due any more until then. The caller has locked the customer.
   * @returns how many boundaries were passed
   */
  async carryOut(customerUid: string, until: Date): Promise<number> {
    for (let passed = 0; ; passed++) {
      const subscription = await this.subscriptions.firstDueOf(customerUid, until);
      const due = subscription?.nextStep;
      if (!subscription || !due) return passed;
      const pass = () => atInstant(due.at, actor, () => this.pass(subscription, due.step, due.at));
      await awayFromTill(pass);
    }
  }

  /** What is due for several customers, asked for together; the caller has locked them. */
  async foresee(customers: readonly StoredCustomer[], until: Date): Promise<void> {
    const due = await this.subscriptions.foreseeDueOf(
      customers.map(({ uid }) => uid),
      until,
    );
    await this.entitlements.holdLevels(due);
  }

  private async pass(subscription: Subscription, step: LifeStep, at: Date): Promise<void> {
    await this.boundaries.pass(subscription, step, at);
    const { nextStep } = subscription;
    if (nextStep?.step === step && nextStep.at <= at)
      throw new Error(`Subscription ${subscription.uid} stands before its ${step} still`);
  }
}
