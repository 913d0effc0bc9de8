import { Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField } from '#libs/graphql/fields';
import { one, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { asArguments } from '#libs/shape/classes';
import { CheckEntitlementQuery, ListEntitlementsQuery } from './entitlements.inputs';
import { EntitlementsService } from './entitlements.service';
import { CustomerEntitlementFeature, CustomerEntitlements } from './entitlements.views';

const serveCheck = serves(EntitlementsService, 'check');
const serveList = serves(EntitlementsService, 'list');
const CheckArgs = asArguments(CheckEntitlementQuery);
const ListArgs = asArguments(ListEntitlementsQuery);

@Resolver(() => CustomerEntitlementFeature)
export class EntitlementsResolver {
  constructor(private readonly entitlements: EntitlementsService) {}

  @ReadField(serveCheck, one(CustomerEntitlementFeature), { summary: 'May this customer do this, now?' })
  check(@IdArg('customerId') id: string, @AllArgs(CheckArgs) query: InstanceType<typeof CheckArgs>) {
    return this.entitlements.check(id, query);
  }

  @ReadField(serveList, one(CustomerEntitlements), {
    summary: 'List all that the customer may do, with usage.',
  })
  list(@IdArg('customerId') id: string, @AllArgs(ListArgs) query: InstanceType<typeof ListArgs>) {
    return this.entitlements.list(id, query);
  }
}
