import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import {
  CreateLegalEntityBody,
  ListLegalEntitiesQuery,
  UpdateLegalEntityBody,
} from './legal-entities.inputs';
import { LegalEntitiesService } from './legal-entities.service';
import { LegalEntity } from './legal-entities.views';

const ListArgs = asArguments(ListLegalEntitiesQuery);

@Resolver(() => LegalEntity)
export class LegalEntitiesResolver {
  constructor(private readonly entities: LegalEntitiesService) {}

  @WriteField(LegalEntitiesService, 'create')
  createLegalEntity(@Args('input') input: CreateLegalEntityBody) {
    return this.entities.create(input);
  }

  @ReadField(LegalEntitiesService, 'list')
  list(@AllArgs(ListArgs) query: InstanceType<typeof ListArgs>) {
    return this.entities.list(query);
  }

  @ReadField(LegalEntitiesService, 'get')
  get(@IdArg('id') id: string) {
    return this.entities.get(id);
  }

  @WriteField(LegalEntitiesService, 'update')
  updateLegalEntity(@IdArg('id') id: string, @Args('input') input: UpdateLegalEntityBody) {
    return this.entities.update(id, input);
  }

  @WriteField(LegalEntitiesService, 'archive')
  archiveLegalEntity(@IdArg('id') id: string) {
    return this.entities.archive(id);
  }

  @WriteField(LegalEntitiesService, 'unarchive')
  unarchiveLegalEntity(@IdArg('id') id: string) {
    return this.entities.unarchive(id);
  }
}
