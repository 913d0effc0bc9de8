import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { CheckEntitlementQuery, ListEntitlementsQuery } from './entitlements.inputs';
import { EntitlementsService } from './entitlements.service';
import { CustomerEntitlementFeature, CustomerEntitlements } from './entitlements.views';

const serveCheck = serves(EntitlementsService, 'check');
const serveList = serves(EntitlementsService, 'list');

@ApiTags('Customers')
@Controller('api/v1/customers/:id/entitlements')
export class EntitlementsController {
  constructor(private readonly entitlements: EntitlementsService) {}

  @Endpoint.get('check', serveCheck, one(CustomerEntitlementFeature), {
    summary: 'May this customer do this, now?',
  })
  check(@PathId('id') id: string, @Query() query: CheckEntitlementQuery) {
    return this.entitlements.check(id, query);
  }

  @Endpoint.get('', serveList, one(CustomerEntitlements), {
    summary: 'List all that the customer may do, with usage.',
  })
  list(@PathId('id') id: string, @Query() query: ListEntitlementsQuery) {
    return this.entitlements.list(id, query);
  }
}
