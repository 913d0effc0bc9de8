import { Input } from '#libs/shape/classes';
import { Int, ListOf, Text, Timestamp } from '#libs/shape/decorators';

const reference = { min: 1, max: 255, optional: true } as const;

export const instantAsked = {
  optional: true,
  description:
    'Asks as of this instant: what was known then, and all usage that happened until then. One to come is known as far as something is scheduled. An addition.',
} as const;

@Input('What is asked about: exactly one of featureId and currencyId.')
export class CheckEntitlementQuery {
  @Text({ ...reference, description: 'Id of a custom currency.' }) currencyId?: string;

  @Text(reference) featureId?: string;

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    description: 'In reported units; of a currency in credits.',
  })
  requestedUsage?: number;

  @ListOf({ max: 255 }, { maxItems: 500, optional: true }) requestedValues?: string[];
  @Text(reference) resourceId?: string;
  @Timestamp(instantAsked) at?: Date;
}

export class ListEntitlementsQuery {
  @Text(reference) resourceId?: string;
  @Timestamp(instantAsked) at?: Date;
}
