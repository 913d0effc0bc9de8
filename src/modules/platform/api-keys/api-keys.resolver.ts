import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import {
  CreateApiKeyBody,
  ListApiKeysQuery,
  RotateApiKeyBody,
  SetApiKeyGraceBody,
  UpdateApiKeyBody,
} from './api-keys.inputs';
import { ApiKeysService } from './api-keys.service';
import { ApiKey } from './api-keys.views';
import { KeyRotationService } from './key-rotation.service';

const ListArgs = connectionArgs(ListApiKeysQuery);

@Resolver(() => ApiKey)
export class ApiKeysResolver {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly rotation: KeyRotationService,
  ) {}

  @WriteField(ApiKeysService, 'create')
  createApiKey(@Args('input') input: CreateApiKeyBody) {
    return this.keys.create(input);
  }

  @ReadField(ApiKeysService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.keys.list(listQueryOf<ListApiKeysQuery>(args));
  }

  @ReadField(ApiKeysService, 'presets')
  presets() {
    return this.keys.presets();
  }

  @ReadField(ApiKeysService, 'get')
  apiKey(@IdArg('id') id: string) {
    return this.keys.get(id);
  }

  @WriteField(ApiKeysService, 'update')
  updateApiKey(@IdArg('id') id: string, @Args('input') input: UpdateApiKeyBody) {
    return this.keys.update(id, input);
  }

  @WriteField(KeyRotationService, 'rotate')
  rotateApiKey(@IdArg('id') id: string, @Args('input') input: RotateApiKeyBody) {
    return this.rotation.rotate(id, input);
  }

  @WriteField(KeyRotationService, 'setGrace')
  setApiKeyGrace(@IdArg('id') id: string, @Args('input') input: SetApiKeyGraceBody) {
    return this.rotation.setGrace(id, input);
  }

  @WriteField(ApiKeysService, 'revoke')
  revokeApiKey(@IdArg('id') id: string) {
    return this.keys.revoke(id);
  }
}
