import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { CheckEntitlementQuery, ListEntitlementsQuery } from './entitlements.inputs';
import { EntitlementsService } from './entitlements.service';

@ApiTags('Customers')
@Controller('api/v1/customers/:id/entitlements')
export class EntitlementsController {
  constructor(private readonly entitlements: EntitlementsService) {}

  @Endpoint.get('check', EntitlementsService, 'check')
  check(@PathId('id') id: string, @Query() query: CheckEntitlementQuery) {
    return this.entitlements.check(id, query);
  }

  @Endpoint.get('', EntitlementsService, 'list', { isRevalidated: true })
  list(@PathId('id') id: string, @Query() query: ListEntitlementsQuery) {
    return this.entitlements.list(id, query);
  }
}
