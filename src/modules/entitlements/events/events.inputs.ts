import { Input } from '#libs/shape/classes';
import { Bool, Dimensions, ListOf, Nested, Text, Timestamp } from '#libs/shape/decorators';
import { CreatedAtFilter, ListQuery } from '#libs/shape/list-query';

const reference = { min: 1, max: 255 } as const;

@Input('Something that happened, as the vendor’s own application tells it.')
export class RawEventInput {
  @Text({ ...reference, description: 'Of a customer that need not be known yet.' }) customerId: string;

  @Text({ ...reference, description: 'What meters address as eventName.' }) eventName: string;

  @Text({
    ...reference,
    description:
      'With customerId, resourceId, eventName and timestamp it tells the event from others: told again, it counts once.',
  })
  idempotencyKey: string;

  @Dimensions({ optional: true, description: 'What meters filter by and aggregate.' })
  dimensions?: Record<string, string | number | boolean>;

  @Text({ ...reference, optional: true, nullable: true }) resourceId?: string | null;

  @Timestamp({
    optional: true,
    description:
      'When it happened: chooses the window. Default: when it arrives. An event older than 30 days is kept and not counted.',
  })
  timestamp?: Date;
}

@Input('Events, in any order.')
export class IngestEventsBody {
  @ListOf(RawEventInput, { minItems: 1, maxItems: 1000 }) events: RawEventInput[];
}

const filter = { ...reference, optional: true } as const;

export class ListEventsQuery extends ListQuery {
  @Text(filter) customerId?: string;
  @Text({ ...filter, description: 'Together with customerId.' }) resourceId?: string;
  @Text(filter) eventName?: string;
  @Text({ ...filter, description: 'Together with customerId.' }) idempotencyKey?: string;

  @Nested(CreatedAtFilter, {
    optional: true,
    description: 'Of the instant that an event counts at: its own, or its arrival where that is what counts.',
  })
  timestamp?: CreatedAtFilter;

  @Bool({ optional: true, description: 'Whether it fed any feature.' }) matched?: boolean;
  @Text({ ...filter, description: 'That it fed.' }) featureId?: string;
}
