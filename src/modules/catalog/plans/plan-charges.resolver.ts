import { Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField } from '#libs/graphql/fields';
import { page, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { PackageCharge } from '#modules/catalog/charges';
import { ListChargesQuery } from '#modules/catalog/packages';
import { PlanChargesService } from './plan-charges.service';

const ListArgs = connectionArgs(ListChargesQuery);

@Resolver()
export class PlanChargesResolver {
  constructor(private readonly charges: PlanChargesService) {}

  @ReadField(serves(PlanChargesService, 'list'), page(PackageCharge), {
    summary: 'List the price rows of a plan.',
  })
  list(@IdArg('id') id: string, @AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.charges.list(id, listQueryOf<ListChargesQuery>(args));
  }

  @ReadField(serves(PlanChargesService, 'listOverage'), page(PackageCharge), {
    summary: 'List the price rows of a plan for usage above its limits.',
  })
  listOverage(@IdArg('id') id: string, @AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.charges.listOverage(id, listQueryOf<ListChargesQuery>(args));
  }
}
