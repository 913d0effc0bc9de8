import { DomainError } from '#libs/kernel/errors/domain-error';
import type { ContractMember, StoredSubscription } from '#modules/billing/subscriptions';
import type { Contract } from './contract';

/**
 * May it join those that are on the contract? Whatever is on it counts, ended or not: it is a part of the deal until it is
 * detached. Domain: contracts-billing C3
 * @throws InvalidArgumentError, SubscriptionAlreadyCanceledOrExpired, DuplicatedEntityNotAllowed
 */
export function requireAdmissible(
  contract: Contract,
  members: readonly ContractMember[],
  subscription: StoredSubscription,
): void {
  requireItsCustomer(contract, subscription.id, subscription.customerId);
  subscription.requireNotEnded();
  requireCustomPrice(subscription);
  requireCurrency(members, subscription);
  requireNoOtherContract(subscription);
  requireProductOfItsOwn(contract, members, subscription);
}

/** @param what names the subscription in the refusal, which the caller places. @throws InvalidArgumentError */
export function requireItsCustomer(contract: Contract, what: string, customerId: string): void {
  if (customerId === contract.customerId) return;
  throw new DomainError(
    'InvalidArgumentError',
    `${what} is of customer ${customerId}, contract ${contract.id} of ${contract.customerId}`,
  );
}

function requireCustomPrice({ id, planId, isCustomPriced }: StoredSubscription): void {
  if (isCustomPriced) return;
  throw new DomainError(
    'InvalidArgumentError',
    `${id} runs on plan ${planId}, whose price is not agreed on; a contract takes CUSTOM plans, and PAID ones that are collected elsewhere (paymentCollectionMethod NONE)`,
  );
}

/** One that is priced nowhere goes with every currency. */
function requireCurrency(members: readonly ContractMember[], { id, currency }: StoredSubscription): void {
  const other = members.find((member) => member.currency !== null && member.currency !== currency);
  if (currency === null || !other) return;
  throw new DomainError(
    'InvalidArgumentError',
    `${id} is billed in ${currency}, ${other.id} of the same contract in ${other.currency}`,
  );
}

function requireNoOtherContract({ id, contractId }: StoredSubscription): void {
  if (contractId === null) return;
  throw new DomainError(
    'DuplicatedEntityNotAllowed',
    `${id} is on contract ${contractId} already; detach it there first`,
  );
}

function requireProductOfItsOwn(
  contract: Contract,
  members: readonly ContractMember[],
  { id, productUid }: StoredSubscription,
): void {
  const other = members.find((member) => member.productUid === productUid);
  if (!other) return;
  throw new DomainError(
    'DuplicatedEntityNotAllowed',
    `${id} is of the same product as ${other.id}, which is on contract ${contract.id}; detach that one first`,
  );
}
