import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { UsageHistoryQuery } from './usage-history.inputs';
import { UsageHistoryService } from './usage-history.service';

@ApiTags('Usage')
@Controller('api/v1/usage')
export class UsageHistoryController {
  constructor(private readonly history: UsageHistoryService) {}

  @Endpoint.get(':customerId/history/:featureId', UsageHistoryService, 'get')
  get(
    @PathId('customerId') customerId: string,
    @PathId('featureId') featureId: string,
    @Query() query: UsageHistoryQuery,
  ) {
    return this.history.get(customerId, featureId, query);
  }
}
