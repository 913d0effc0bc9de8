import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { list, one, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
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

  @WriteField(serves(LegalEntitiesService, 'create'), one(LegalEntity), {
    summary: 'Create a legal entity; the first is the default.',
  })
  createLegalEntity(@Args('input') input: CreateLegalEntityBody) {
    return this.entities.create(input);
  }

  @ReadField(serves(LegalEntitiesService, 'list'), list(LegalEntity), {
    summary: 'List legal entities with their payment accounts, all at once, newest first.',
  })
  list(@AllArgs(ListArgs) query: InstanceType<typeof ListArgs>) {
    return this.entities.list(query);
  }

  @ReadField(serves(LegalEntitiesService, 'get'), one(LegalEntity), {
    summary: 'Get a legal entity with all its payment accounts.',
  })
  get(@IdArg('id') id: string) {
    return this.entities.get(id);
  }

  @WriteField(serves(LegalEntitiesService, 'update'), one(LegalEntity), {
    summary: 'Change a legal entity, or make it the default.',
  })
  updateLegalEntity(@IdArg('id') id: string, @Args('input') input: UpdateLegalEntityBody) {
    return this.entities.update(id, input);
  }

  @WriteField(serves(LegalEntitiesService, 'archive'), one(LegalEntity), {
    summary: 'Archive a legal entity; what it was chosen for keeps it.',
  })
  archiveLegalEntity(@IdArg('id') id: string) {
    return this.entities.archive(id);
  }

  @WriteField(serves(LegalEntitiesService, 'unarchive'), one(LegalEntity), {
    summary: 'Bring an archived legal entity back.',
  })
  unarchiveLegalEntity(@IdArg('id') id: string) {
    return this.entities.unarchive(id);
  }
}
