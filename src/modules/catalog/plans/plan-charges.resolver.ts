import { Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { listQueryOf } from '#libs/graphql/connection';
import { ReadField } from '#libs/graphql/fields';
import { ChargesResolver, ListChargesArgs, ListChargesQuery } from '#modules/catalog/package-prices';
import { PlanChargesService } from './plan-charges.service';

@Resolver()
export class PlanChargesResolver extends ChargesResolver(PlanChargesService) {
  @ReadField(PlanChargesService, 'listOverage')
  listOverage(@IdArg('id') id: string, @AllArgs(ListChargesArgs) args: InstanceType<typeof ListChargesArgs>) {
    return this.charges.listOverage(id, listQueryOf<ListChargesQuery>(args));
  }
}
