import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { EstimateEventBody, EstimateUsageBody } from './estimates.inputs';
import { EstimatesService } from './estimates.service';

@ApiTags('Usage')
@Controller('api/v1')
export class EstimatesController {
  constructor(private readonly estimates: EstimatesService) {}

  @Endpoint.post('usage/estimate', EstimatesService, 'ofUsage')
  ofUsage(@Body() body: EstimateUsageBody) {
    return this.estimates.ofUsage(body);
  }

  @Endpoint.post('events/estimate', EstimatesService, 'ofEvent')
  ofEvent(@Body() body: EstimateEventBody) {
    return this.estimates.ofEvent(body);
  }
}
