import { customerIdPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { RowsOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { toShape } from '#libs/shape/shape.pipe';

export const mostRows = 1000;

@Input('One customer of an import. What is absent stays as it is, null clears; metadata is merged.')
export class ImportCustomerRow {
  @Text({ min: 1, max: 255, pattern: customerIdPattern }) id: string;
  @Text({ max: 255, format: 'email', nullable: true }) email: string | null;
  @Text({ max: 255, nullable: true }) name: string | null;
  @Text({ optional: true, description: 'Id of the customer in the billing provider.' }) billingId?: string;
  @StringMap({ optional: true }) metadata?: Record<string, string>;

  @Text({
    optional: true,
    description:
      'The customer pays by it from now on. The provider is asked first; what it refuses fails the row.',
  })
  paymentMethodId?: string;

  @Text({
    optional: true,
    description: 'Links the customer to the integration with SALESFORCE; fails the row where there is none.',
  })
  salesforceId?: string;

  @Timestamp({
    optional: true,
    description:
      'How old the row is, where it comes from. One that is no newer than the last one is passed over.',
  })
  updatedAt?: Date;
}

@Input('Create and update customers, each row for itself.')
export class ImportCustomersBody {
  @RowsOf(ImportCustomerRow, { minItems: 1, maxItems: mostRows }) customers: object[];

  @Text({
    min: 1,
    max: 255,
    optional: true,
    description:
      'An integration of the environment: each billingId links its customer to it, each paymentMethodId is known to it. Default of the latter: the one that collects.',
  })
  integrationId?: string;
}

/** @throws BadUserInput, InvalidMetadataError, naming the fields */
export const readCustomerRow = (given: object): ImportCustomerRow => toShape(ImportCustomerRow, given);
