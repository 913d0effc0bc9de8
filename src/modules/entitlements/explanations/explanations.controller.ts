import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { ExplainEntitlementQuery } from './explanations.inputs';
import { ExplanationsService } from './explanations.service';

@ApiTags('Customers')
@Controller('api/v1/customers/:id/entitlements')
export class ExplanationsController {
  constructor(private readonly explanations: ExplanationsService) {}

  @Endpoint.get('explain', ExplanationsService, 'explain')
  explain(@PathId('id') id: string, @Query() query: ExplainEntitlementQuery) {
    return this.explanations.explain(id, query);
  }
}
