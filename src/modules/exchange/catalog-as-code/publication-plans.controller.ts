import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { PlanPublicationBody } from './publication-plans.inputs';
import { PublicationPlansService } from './publication-plans.service';

@ApiTags('Catalog')
@Controller('api/v1/catalog/publication')
export class PublicationPlansController {
  constructor(private readonly plans: PublicationPlansService) {}

  @Endpoint.post('plan', PublicationPlansService, 'plan')
  plan(@Body() body: PlanPublicationBody) {
    return this.plans.plan(body);
  }
}
