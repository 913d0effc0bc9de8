import { slugPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { Bool, ListOf, Nested, Text, Timestamp } from '#libs/shape/decorators';
import { ListQuery, queried } from '#libs/shape/list-query';
import { CreateSubscriptionBody } from '#modules/billing/subscriptions';
import { BillingStateEnum } from './contracts.views';
import type { ContractState } from './domain/contract';

const reference = { min: 1, max: 255 } as const;
const words = { max: 255, optional: true, nullable: true } as const;
/** As many as a customer may have. */
const maxItems = 1000;

@Input('Exactly one of the two.')
export class ContractSubscriptionRequest {
  @Text({ ...reference, optional: true }) existingSubscriptionId?: string;

  @Nested(CreateSubscriptionBody, { optional: true, description: 'As createSubscription takes it.' })
  newSubscription?: CreateSubscriptionBody;
}

@Input('Create a contract, with the subscriptions on it or without any.')
export class CreateContractBody {
  @Text(reference) customerId: string;

  @Text({
    ...reference,
    pattern: slugPattern,
    optional: true,
    description: 'The same id again answers the contract that is there. Made by the server when absent.',
  })
  contractId?: string;

  @ListOf(ContractSubscriptionRequest, { minItems: 1, maxItems, optional: true })
  subscriptions?: ContractSubscriptionRequest[];

  @Timestamp({ optional: true, description: 'Only the calendar day is kept, in UTC.' })
  activationStartDate?: Date;

  @Timestamp({ optional: true, description: 'The last day, inclusive.' }) activationEndDate?: Date;
  @Text(words) name?: string | null;
  @Text({ ...words, description: 'Of the buyer’s purchase order.' }) poNumber?: string | null;
  @Bool({ optional: true, description: 'With a billing half. Default true.' }) setupBilling?: boolean;
}

@Input('What is absent stays. The customer never changes.')
export class UpdateContractBody {
  @Timestamp({ optional: true, description: 'Only the calendar day is kept, in UTC.' })
  activationStartDate?: Date;

  @Timestamp({ optional: true, description: 'The last day, inclusive.' }) activationEndDate?: Date;
  @Text(words) name?: string | null;
  @Text(words) poNumber?: string | null;

  @Bool({ optional: true, description: 'True adds a billing half; false removes none.' })
  setupBilling?: boolean;

  @ListOf(
    { ...reference, pattern: slugPattern },
    {
      maxItems,
      optional: true,
      description: 'All that are on it from now on; the others run on without it.',
    },
  )
  subscriptionIds?: string[];
}

@Input('Existing subscriptions by either list, new ones by the first. At least one.')
export class AttachContractSubscriptionsBody {
  @ListOf(ContractSubscriptionRequest, { maxItems, optional: true })
  subscriptions?: ContractSubscriptionRequest[];

  @ListOf(reference, { maxItems, optional: true, description: 'Of existing subscriptions.' })
  subscriptionIds?: string[];
}

export class ListContractsQuery extends ListQuery {
  @Text({ ...reference, optional: true }) customerExternalId?: string;
  @Text({ ...reference, optional: true, description: 'The whole name.' }) name?: string;
  @ListOf(BillingStateEnum, queried) state?: ContractState[];
}
