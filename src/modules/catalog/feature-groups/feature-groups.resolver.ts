import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, page, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { IdReference } from '#libs/shape/id-reference';
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

  @WriteField(serves(FeatureGroupsService, 'create'), one(FeatureGroup), {
    summary: 'Create a feature group.',
  })
  createFeatureGroup(@Args('input') input: CreateFeatureGroupBody) {
    return this.groups.create(input);
  }

  @ReadField(serves(FeatureGroupsService, 'list'), page(FeatureGroup), {
    summary: 'List feature groups, newest first.',
  })
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.groups.list(listQueryOf<ListFeatureGroupsQuery>(args));
  }

  @ReadField(serves(FeatureGroupsService, 'get'), one(FeatureGroup), { summary: 'Get a feature group.' })
  get(@IdArg('id') id: string) {
    return this.groups.get(id);
  }

  @WriteField(serves(FeatureGroupsService, 'update'), one(FeatureGroup), {
    summary: 'Change a feature group.',
  })
  updateFeatureGroup(@IdArg('id') id: string, @Args('input') input: UpdateFeatureGroupBody) {
    return this.groups.update(id, input);
  }

  @WriteField(serves(FeatureGroupsService, 'archive'), one(FeatureGroup), {
    summary: 'Archive a feature group; packages that took it keep it.',
  })
  archiveFeatureGroup(@IdArg('id') id: string) {
    return this.groups.archive(id);
  }

  @WriteField(serves(FeatureGroupsService, 'unarchive'), one(FeatureGroup), {
    summary: 'Bring an archived feature group back.',
  })
  unarchiveFeatureGroup(@IdArg('id') id: string) {
    return this.groups.unarchive(id);
  }

  @WriteField(serves(FeatureGroupsService, 'delete'), one(IdReference), {
    summary: 'Delete a feature group that no package holds.',
  })
  deleteFeatureGroup(@IdArg('id') id: string) {
    return this.groups.delete(id);
  }
}
