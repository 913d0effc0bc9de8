import { Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField } from '#libs/graphql/fields';
import { IdArg } from '#libs/http/reference';
import { ListChargesQuery } from '#modules/catalog/packages';
import { PlanChargesService } from './plan-charges.service';

const ListArgs = connectionArgs(ListChargesQuery);

@Resolver()
export class PlanChargesResolver {
  constructor(private readonly charges: PlanChargesService) {}

  @ReadField(PlanChargesService, 'list')
  list(@IdArg('id') id: string, @AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.charges.list(id, listQueryOf<ListChargesQuery>(args));
  }

  @ReadField(PlanChargesService, 'listOverage')
  listOverage(@IdArg('id') id: string, @AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.charges.listOverage(id, listQueryOf<ListChargesQuery>(args));
  }
}
