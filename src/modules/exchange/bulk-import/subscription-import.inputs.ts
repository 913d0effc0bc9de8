import { slugPattern } from '#libs/kernel/ids';
import { Input, PickOf } from '#libs/shape/classes';
import { RowsOf, Text, Timestamp } from '#libs/shape/decorators';
import { toShape } from '#libs/shape/shape.pipe';
import { CreateSubscriptionBody } from '#modules/billing/subscriptions';
import { mostRows } from './customer-import.inputs';

@Input(
  'One subscription of an import. Of one that there is, what is absent stays as it is; metadata is merged.',
)
export class ImportSubscriptionRow extends PickOf(CreateSubscriptionBody, [
  ...(['customerId', 'planId', 'resourceId', 'addons', 'charges'] as const),
  ...(['billingPeriod', 'billingId', 'metadata', 'startDate'] as const),
]) {
  @Text({ min: 1, max: 255, pattern: slugPattern }) id: string;

  @Timestamp({
    optional: true,
    nullable: true,
    description: 'The end that time brings, after the start. One gone by: it is over. Null takes it back.',
  })
  endDate?: Date | null;
}

@Input('Create and update subscriptions by a task, each row for itself.')
export class ImportSubscriptionsBody {
  @RowsOf(ImportSubscriptionRow, { minItems: 1, maxItems: mostRows }) subscriptions: object[];

  @Text({
    min: 1,
    max: 255,
    optional: true,
    nullable: true,
    description: 'An integration of the environment.',
  })
  integrationId?: string | null;
}

/** @throws BadUserInput, InvalidMetadataError, InvalidQuantity, naming the fields */
export const readSubscriptionRow = (given: object): ImportSubscriptionRow =>
  toShape(ImportSubscriptionRow, given);
