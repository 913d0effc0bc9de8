import { Injectable } from '@nestjs/common';
import { callerMay } from '#libs/context/request-context';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { eachPlaced, placedIn, type Placed } from '#libs/kernel/errors/placed';
import {
  ContractMembersService,
  type ContractMember,
  type StoredSubscription,
} from '#modules/billing/subscriptions';
import type { ContractSubscriptionRequest } from './contracts.inputs';
import type { Contract } from './domain/contract';
import { requireAdmissible, requireItsCustomer } from './domain/membership';

type PlacedSubscription = Placed<ContractSubscriptionRequest>;

/** Of the list `subscriptions`, each at the field that names it. */
export const subscriptionsIn = (asked: readonly ContractSubscriptionRequest[]): PlacedSubscription[] =>
  asked.map((each, index) => {
    const field = each.newSubscription ? 'newSubscription' : 'existingSubscriptionId';
    return { asked: each, at: `subscriptions[${index}].${field}` };
  });

/** Of the list `subscriptionIds`. */
export const existingOnes = (ids: readonly string[]): PlacedSubscription[] =>
  placedIn(
    'subscriptionIds',
    ids.map((existingSubscriptionId) => ({ existingSubscriptionId })),
  );

/** Which subscriptions are on a contract that is held. Domain: contracts-billing C1, C3, C4 */
@Injectable()
export class MembershipService {
  constructor(private readonly members: ContractMembersService) {}

  /**
   * What is on it already stays as it is. A refusal tells which of them.
   * @returns whether anything joined
   * @throws SubscriptionNotFound, what `requireAdmissible` throws, and for new ones all that createSubscription throws
   */
  async admit(contract: Contract, asked: readonly PlacedSubscription[]): Promise<boolean> {
    const present = await this.of(contract);
    const joined: ContractMember[] = [];
    await eachPlaced(asked, async (each) => {
      const subscription = await this.named(contract, each);
      if (subscription.contractUid === contract.uid) return;
      requireAdmissible(contract, [...present, ...joined], subscription);
      await this.members.join(subscription, contract);
      joined.push(subscription);
    });
    return joined.length > 0;
  }

  /** These and no others. Those that leave run on. @returns whether that changed anything. @throws as `admit` */
  async replace(contract: Contract, ids: readonly string[]): Promise<boolean> {
    const leaving = (await this.of(contract)).filter(({ id }) => !ids.includes(id));
    for (const { id } of leaving) await this.release(contract, id);
    const hasAdmitted = await this.admit(contract, existingOnes(ids));
    return leaving.length > 0 || hasAdmitted;
  }

  /** @returns whether it was on this contract. @throws SubscriptionNotFound */
  async release({ uid }: Contract, subscriptionId: string): Promise<boolean> {
    const subscription = await this.members.lockOrThrow(subscriptionId);
    if (subscription.contractUid !== uid) return false;
    await this.members.leave(subscription);
    return true;
  }

  private async of({ uid }: Contract): Promise<ContractMember[]> {
    return (await this.members.ofContracts([uid])).get(uid) ?? [];
  }

  private named(contract: Contract, asked: ContractSubscriptionRequest): Promise<StoredSubscription> {
    const { existingSubscriptionId, newSubscription } = asked;
    if (existingSubscriptionId !== undefined) return this.members.lockOrThrow(existingSubscriptionId);
    if (newSubscription === undefined) throw new Error('A subscription was asked for by nothing');
    // Before it is provisioned: the customer of somebody else would be locked for nothing.
    requireItsCustomer(contract, 'it', newSubscription.customerId);
    return this.members.provision(newSubscription);
  }
}

/**
 * Each says one thing, and who provisions through a contract may do it without one too. Domain: contracts-billing C1; access-and-events S4
 * @throws BadUserInput, IdentityForbidden
 */
export function requireSound(asked: readonly ContractSubscriptionRequest[]): void {
  for (const [index, { existingSubscriptionId, newSubscription }] of asked.entries()) {
    if ((existingSubscriptionId === undefined) !== (newSubscription === undefined)) continue;
    const field = `subscriptions[${index}]`;
    throw badInput(`${field} must have either existingSubscriptionId or newSubscription`);
  }
  const provision = asked.findIndex(({ newSubscription }) => newSubscription !== undefined);
  if (provision < 0 || callerMay('subscriptions:write')) return;
  const message = `subscriptions[${provision}].newSubscription needs the permission subscriptions:write`;
  throw new DomainError('IdentityForbidden', message);
}
