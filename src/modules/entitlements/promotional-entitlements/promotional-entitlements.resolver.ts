import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import {
  GrantPromotionalEntitlementsBody,
  ListPromotionalEntitlementsQuery,
} from './promotional-entitlements.inputs';
import { PromotionalEntitlementsService } from './promotional-entitlements.service';
import { PromotionalEntitlement } from './promotional-entitlements.views';

const ListArgs = connectionArgs(ListPromotionalEntitlementsQuery);

@Resolver(() => PromotionalEntitlement)
export class PromotionalEntitlementsResolver {
  constructor(private readonly promotions: PromotionalEntitlementsService) {}

  @WriteField(PromotionalEntitlementsService, 'grant')
  grant(@IdArg('customerId') id: string, @Args('input') input: GrantPromotionalEntitlementsBody) {
    return this.promotions.grant(id, input);
  }

  @ReadField(PromotionalEntitlementsService, 'list')
  list(@IdArg('customerId') id: string, @AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.promotions.list(id, listQueryOf<ListPromotionalEntitlementsQuery>(args));
  }

  @WriteField(PromotionalEntitlementsService, 'revoke')
  revoke(@IdArg('customerId') id: string, @IdArg('featureId') featureId: string) {
    return this.promotions.revoke(id, featureId);
  }
}
