import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { ApiKeysService } from './api-keys.service';
import { CreateApiKeyBody, ListApiKeysQuery } from './identity.inputs';
import { ApiKey } from './identity.views';

const ListArgs = connectionArgs(ListApiKeysQuery);

@Resolver(() => ApiKey)
export class ApiKeysResolver {
  constructor(private readonly keys: ApiKeysService) {}

  @WriteField(ApiKeysService, 'create')
  createApiKey(@Args('input') input: CreateApiKeyBody) {
    return this.keys.create(input);
  }

  @ReadField(ApiKeysService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.keys.list(listQueryOf<ListApiKeysQuery>(args));
  }

  @WriteField(ApiKeysService, 'revoke')
  revokeApiKey(@IdArg('id') id: string) {
    return this.keys.revoke(id);
  }
}
