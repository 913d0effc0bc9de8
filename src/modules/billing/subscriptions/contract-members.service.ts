import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Within } from '#libs/use-cases/use-case';
import { SubscriptionCancellationService } from './subscription-cancellation.service';
import { refuseUnserved } from './domain/checkout-request';
import type { ContractMember } from './domain/contract-member';
import { couponAsked } from './domain/coupon-request';
import type { ContractReference, Subscription } from './domain/subscription';
import { DueSubscriptions } from './due-subscriptions.service';
import { ProvisionService } from './provision.service';
import { SubscriptionChanges } from './subscription-changes.service';
import type { CreateSubscriptionBody } from './subscriptions.inputs';
import { SubscriptionsRepository } from './subscriptions.repository';

/** Subscriptions for the contracts that group them. Which may join which is said there. Domain: contracts-billing C3, C4, C8 */
@Injectable()
export class ContractMembersService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly provisions: ProvisionService,
    private readonly cancellation: SubscriptionCancellationService,
    private readonly due: DueSubscriptions,
    private readonly changes: SubscriptionChanges,
    private readonly clock: Clock,
  ) {}

  /** By contract, the oldest first, ended ones too. */
  @Within()
  async ofContracts(contractUids: readonly string[]): Promise<Map<string, ContractMember[]>> {
    const byContract = new Map<string, ContractMember[]>(contractUids.map((uid) => [uid, []]));
    if (contractUids.length === 0) return byContract;
    for (const member of await this.subscriptions.ofContracts(contractUids)) {
      byContract.get(member.contractUid as string)?.push(member);
    }
    return byContract;
  }

  /** Where its customer is locked, nobody else ends or moves it. @throws SubscriptionNotFound */
  @Within()
  lockOrThrow(id: string): Promise<Subscription> {
    return this.subscriptions.lockOrThrow(id);
  }

  /** As `createSubscription` provisions it. @throws all that it throws */
  @Within()
  async provision(body: CreateSubscriptionBody): Promise<Subscription> {
    couponAsked(body);
    refuseUnserved(body.checkoutOptions);
    await this.due.lockCustomer(body.customerId);
    return (await this.provisions.provision(body, this.clock)).subscription;
  }

  @Within()
  async join(subscription: Subscription, contract: ContractReference): Promise<void> {
    await this.changes.keep(subscription.joinContract(contract), this.clock.now());
  }

  /** It runs on. */
  @Within()
  async leave(subscription: Subscription): Promise<void> {
    await this.changes.keep(subscription.leaveContract(), this.clock.now());
  }

  /** At once, whatever its product says of the usual time; they stay on the contract. */
  @Within()
  async endAllOn(contractUid: string): Promise<void> {
    for (const { id } of await this.subscriptions.ofContracts([contractUid])) {
      const member = await this.due.lockOrThrow(id);
      // Ended before, or by a rule of products while the others ended.
      if (!member.hasEnded) await this.cancellation.cancel(member, 'DEFAULT');
    }
  }
}
