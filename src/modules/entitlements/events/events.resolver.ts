import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { IngestEventsBody, ListEventsQuery } from './events.inputs';
import { EventsService } from './events.service';
import { KeptEvent } from './events.views';

const ListArgs = connectionArgs(ListEventsQuery);

@Resolver(() => KeptEvent)
export class EventsResolver {
  constructor(private readonly events: EventsService) {}

  @WriteField(EventsService, 'ingest')
  ingest(@Args('input') input: IngestEventsBody) {
    return this.events.ingest(input);
  }

  @ReadField(EventsService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.events.list(listQueryOf<ListEventsQuery>(args));
  }
}
