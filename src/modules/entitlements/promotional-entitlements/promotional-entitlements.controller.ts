import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import {
  GrantPromotionalEntitlementsBody,
  ListPromotionalEntitlementsQuery,
} from './promotional-entitlements.inputs';
import { PromotionalEntitlementsService } from './promotional-entitlements.service';

@ApiTags('Promotional entitlements')
@Controller('api/v1/customers/:id/promotional-entitlements')
export class PromotionalEntitlementsController {
  constructor(private readonly promotions: PromotionalEntitlementsService) {}

  @Endpoint.post('', PromotionalEntitlementsService, 'grant')
  grant(@PathId('id') id: string, @Body() body: GrantPromotionalEntitlementsBody) {
    return this.promotions.grant(id, body);
  }

  @Endpoint.get('', PromotionalEntitlementsService, 'list')
  list(@PathId('id') id: string, @Query() query: ListPromotionalEntitlementsQuery) {
    return this.promotions.list(id, query);
  }

  @Endpoint.delete(':featureId', PromotionalEntitlementsService, 'revoke')
  revoke(@PathId('id') id: string, @PathId('featureId') featureId: string) {
    return this.promotions.revoke(id, featureId);
  }
}
