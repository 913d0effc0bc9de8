import { View } from '#libs/shape/classes';
import { ListOf, Nested, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { LatestInvoice, NextInvoice, type InvoicesAround } from '#modules/billing/invoices';
import { billingStateAt, contractStateAt } from './domain/contract-state';
import type { Contract as StoredContract, ContractState } from './domain/contract';

export const BillingStateEnum = enumShape<ContractState>('BillingState', [
  'DRAFT',
  'ACTIVE',
  'CANCELED',
  'END_BILLING',
]);

@View('A subscription on a contract, running or ended.')
export class ContractSubscription {
  @Text() subscriptionId: string;
  @Text({ nullable: true }) planDisplayName: string | null;
  @Text({ nullable: true }) productDisplayName: string | null;
}

/** A subscription on a contract, as far as the contract tells it. */
export interface ToldMember extends ContractSubscription {
  isLive: boolean;
}

const noInvoices: InvoicesAround = { next: null, latest: null };

@View('The record of a deal with one customer.')
export class Contract {
  @Text({ nullable: true, description: 'The key of the service. Routes and references name the contractId.' })
  id: string;

  @Timestamp({ nullable: true, description: 'The first day, at its beginning in UTC. It gates nothing.' })
  activationStartDate: Date | null;

  @Timestamp({ nullable: true, description: 'The last day, at its beginning in UTC. It gates nothing.' })
  activationEndDate: Date | null;

  @Text({ nullable: true, description: 'Null without billing.' }) billingId: string | null;

  @OneOf(BillingStateEnum, { nullable: true, description: 'Of the billing; null without.' })
  billingState: ContractState | null;

  @Text() contractId: string;
  @Timestamp({ nullable: true }) createdAt: Date;
  @Text({ nullable: true }) customerExternalId: string;
  @Text({ description: 'The same as contractId.' }) externalId: string;
  @Nested(LatestInvoice, { nullable: true }) latestInvoice: LatestInvoice | null;
  @Text({ nullable: true }) name: string | null;
  @Nested(NextInvoice, { nullable: true }) nextInvoice: NextInvoice | null;
  @Text({ nullable: true }) poNumber: string | null;
  @Text({ nullable: true, description: 'The same as contractId.' }) refId: string;

  @OneOf(BillingStateEnum, { description: 'Of the contract as a whole; billingState tells of the billing.' })
  state: ContractState;

  @ListOf(ContractSubscription) subscriptions: ContractSubscription[];

  static from(
    contract: StoredContract,
    members: readonly ToldMember[],
    now: Date,
    invoices: InvoicesAround = noInvoices,
  ): Contract {
    const isAnyLive = members.some(({ isLive }) => isLive);
    return {
      id: contract.uid,
      activationStartDate: contract.activationStartDate,
      activationEndDate: contract.activationEndDate,
      billingId: contract.billingId,
      billingState: billingStateAt(contract, now),
      contractId: contract.id,
      createdAt: contract.createdAt,
      customerExternalId: contract.customerId,
      externalId: contract.id,
      latestInvoice: invoices.latest,
      name: contract.name,
      nextInvoice: invoices.next,
      poNumber: contract.poNumber,
      refId: contract.id,
      state: contractStateAt(contract, isAnyLive, now),
      subscriptions: members.map(({ subscriptionId, planDisplayName, productDisplayName }) => {
        return { subscriptionId, planDisplayName, productDisplayName };
      }),
    };
  }
}
