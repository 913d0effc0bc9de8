import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, page, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { IdReference } from '#libs/shape/id-reference';
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

  @WriteField(serves(FeaturesService, 'create'), one(Feature), { summary: 'Create a feature.' })
  create(@Args('input') input: CreateFeatureBody) {
    return this.features.create(input);
  }

  @ReadField(serves(FeaturesService, 'list'), page(Feature), { summary: 'List features, newest first.' })
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.features.list(listQueryOf<ListFeaturesQuery>(args));
  }

  @ReadField(serves(FeaturesService, 'get'), one(Feature), { summary: 'Get a feature.' })
  get(@IdArg('id') id: string) {
    return this.features.get(id);
  }

  @WriteField(serves(FeaturesService, 'update'), one(Feature), { summary: 'Change a feature.' })
  update(@IdArg('id') id: string, @Args('input') input: UpdateFeatureBody) {
    return this.features.update(id, input);
  }

  @WriteField(serves(FeatureLifeService, 'archive'), one(Feature), {
    summary: 'Archive a feature that nothing on sale uses; who has it keeps it.',
  })
  archive(@IdArg('id') id: string) {
    return this.life.archive(id);
  }

  @WriteField(serves(FeatureLifeService, 'unarchive'), one(Feature), {
    summary: 'Bring an archived feature back.',
  })
  unarchive(@IdArg('id') id: string) {
    return this.life.unarchive(id);
  }

  @WriteField(serves(FeatureLifeService, 'delete'), one(IdReference), {
    summary: 'Delete a feature that nothing ever referred to.',
  })
  delete(@IdArg('id') id: string) {
    return this.life.delete(id);
  }
}
