import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { StreamEntitlementsQuery } from './change-stream.inputs';
import { ChangeStreamService } from './change-stream.service';

@ApiTags('Customers')
@Controller('api/v1/entitlements')
export class ChangeStreamController {
  constructor(private readonly changes: ChangeStreamService) {}

  @Endpoint.get('stream', ChangeStreamService, 'follow')
  follow(@Query() query: StreamEntitlementsQuery) {
    return this.changes.follow(query);
  }
}
