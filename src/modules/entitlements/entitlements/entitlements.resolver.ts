import { Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import { CheckEntitlementQuery, ListEntitlementsQuery } from './entitlements.inputs';
import { EntitlementsService } from './entitlements.service';
import { graphqlTypeOf } from '#libs/shape/view-variants';
import { CustomerEntitlement, CustomerEntitlementFeature } from './entitlements.views';
const CheckArgs = asArguments(CheckEntitlementQuery);
const ListArgs = asArguments(ListEntitlementsQuery);

@Resolver(() => CustomerEntitlementFeature)
export class EntitlementsResolver {
  constructor(private readonly entitlements: EntitlementsService) {}

  @ReadField(EntitlementsService, 'check', { union: graphqlTypeOf(CustomerEntitlement) })
  check(@IdArg('customerId') id: string, @AllArgs(CheckArgs) query: InstanceType<typeof CheckArgs>) {
    return this.entitlements.check(id, query);
  }

  @ReadField(EntitlementsService, 'list')
  list(@IdArg('customerId') id: string, @AllArgs(ListArgs) query: InstanceType<typeof ListArgs>) {
    return this.entitlements.list(id, query);
  }
}
