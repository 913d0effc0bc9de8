import { Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField } from '#libs/graphql/fields';
import { IdArg } from '#libs/http/reference';
import { ListChargesQuery } from '#modules/catalog/packages';
import { AddonChargesService } from './addon-charges.service';

const ListArgs = connectionArgs(ListChargesQuery);

@Resolver()
export class AddonChargesResolver {
  constructor(private readonly charges: AddonChargesService) {}

  @ReadField(AddonChargesService, 'list')
  list(@IdArg('id') id: string, @AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.charges.list(id, listQueryOf<ListChargesQuery>(args));
  }
}
