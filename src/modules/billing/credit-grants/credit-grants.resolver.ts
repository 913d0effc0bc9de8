import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { CreditGrant } from '#modules/entitlements/credits';
import { CreateCreditGrantBody, ListCreditGrantsQuery, UpdateCreditGrantBody } from './credit-grants.inputs';
import { CreditGrantsService } from './credit-grants.service';

const ListArgs = connectionArgs(ListCreditGrantsQuery);

@Resolver(() => CreditGrant)
export class CreditGrantsResolver {
  constructor(private readonly grants: CreditGrantsService) {}

  @WriteField(CreditGrantsService, 'create')
  create(@Args('input') input: CreateCreditGrantBody) {
    return this.grants.create(input);
  }

  @ReadField(CreditGrantsService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.grants.list(listQueryOf<ListCreditGrantsQuery>(args));
  }

  @WriteField(CreditGrantsService, 'update')
  update(@IdArg('id') id: string, @Args('input') input: UpdateCreditGrantBody) {
    return this.grants.update(id, input);
  }

  @WriteField(CreditGrantsService, 'void')
  voidCreditGrant(@IdArg('id') id: string) {
    return this.grants.void(id);
  }
}
