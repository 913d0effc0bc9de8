import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { CreateCustomerTokenSecretBody, ListCustomerTokenSecretsQuery } from './customer-tokens.inputs';
import { CustomerTokensService } from './customer-tokens.service';
import { CustomerTokenSecret } from './customer-tokens.views';

const ListArgs = connectionArgs(ListCustomerTokenSecretsQuery);

@Resolver(() => CustomerTokenSecret)
export class CustomerTokensResolver {
  constructor(private readonly tokens: CustomerTokensService) {}

  @WriteField(CustomerTokensService, 'create')
  createCustomerTokenSecret(
    @Args('input', { nullable: true, defaultValue: {} }) input: CreateCustomerTokenSecretBody,
  ) {
    return this.tokens.create(input);
  }

  @ReadField(CustomerTokensService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.tokens.list(listQueryOf<ListCustomerTokenSecretsQuery>(args));
  }

  @WriteField(CustomerTokensService, 'end')
  endCustomerTokenSecret(@IdArg('id') id: string) {
    return this.tokens.end(id);
  }
}
