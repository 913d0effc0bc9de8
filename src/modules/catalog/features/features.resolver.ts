import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { FeatureLifeService } from './feature-life.service';
import { CreateFeatureBody, ListFeaturesQuery, UpdateFeatureBody } from './features.inputs';
import { FeaturesService } from './features.service';
import { Feature } from './features.views';

const ListArgs = connectionArgs(ListFeaturesQuery);

@Resolver(() => Feature)
export class FeaturesResolver {
  constructor(
    private readonly features: FeaturesService,
    private readonly life: FeatureLifeService,
  ) {}

  @WriteField(FeaturesService, 'create')
  create(@Args('input') input: CreateFeatureBody) {
    return this.features.create(input);
  }

  @ReadField(FeaturesService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.features.list(listQueryOf<ListFeaturesQuery>(args));
  }

  @ReadField(FeaturesService, 'get')
  get(@IdArg('id') id: string) {
    return this.features.get(id);
  }

  @WriteField(FeaturesService, 'update')
  update(@IdArg('id') id: string, @Args('input') input: UpdateFeatureBody) {
    return this.features.update(id, input);
  }

  @WriteField(FeatureLifeService, 'archive')
  archive(@IdArg('id') id: string) {
    return this.life.archive(id);
  }

  @WriteField(FeatureLifeService, 'unarchive')
  unarchive(@IdArg('id') id: string) {
    return this.life.unarchive(id);
  }

  @WriteField(FeatureLifeService, 'delete')
  delete(@IdArg('id') id: string) {
    return this.life.delete(id);
  }
}
