import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import {
  CreateFeatureGroupBody,
  ListFeatureGroupsQuery,
  UpdateFeatureGroupBody,
} from './feature-groups.inputs';
import { FeatureGroupsService } from './feature-groups.service';
import { FeatureGroup } from './feature-groups.views';

const ListArgs = connectionArgs(ListFeatureGroupsQuery);

@Resolver(() => FeatureGroup)
export class FeatureGroupsResolver {
  constructor(private readonly groups: FeatureGroupsService) {}

  @WriteField(FeatureGroupsService, 'create')
  createFeatureGroup(@Args('input') input: CreateFeatureGroupBody) {
    return this.groups.create(input);
  }

  @ReadField(FeatureGroupsService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.groups.list(listQueryOf<ListFeatureGroupsQuery>(args));
  }

  @ReadField(FeatureGroupsService, 'get')
  get(@IdArg('id') id: string) {
    return this.groups.get(id);
  }

  @WriteField(FeatureGroupsService, 'update')
  updateFeatureGroup(@IdArg('id') id: string, @Args('input') input: UpdateFeatureGroupBody) {
    return this.groups.update(id, input);
  }

  @WriteField(FeatureGroupsService, 'archive')
  archiveFeatureGroup(@IdArg('id') id: string) {
    return this.groups.archive(id);
  }

  @WriteField(FeatureGroupsService, 'unarchive')
  unarchiveFeatureGroup(@IdArg('id') id: string) {
    return this.groups.unarchive(id);
  }

  @WriteField(FeatureGroupsService, 'delete')
  deleteFeatureGroup(@IdArg('id') id: string) {
    return this.groups.delete(id);
  }
}
