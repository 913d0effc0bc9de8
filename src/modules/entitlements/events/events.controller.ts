import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { IngestEventsBody, ListEventsQuery } from './events.inputs';
import { EventsService } from './events.service';

@ApiTags('Usage')
@Controller('api/v1/events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Endpoint.post('', EventsService, 'ingest')
  ingest(@Body() body: IngestEventsBody) {
    return this.events.ingest(body);
  }

  @Endpoint.get('', EventsService, 'list')
  list(@Query() query: ListEventsQuery) {
    return this.events.list(query);
  }
}
