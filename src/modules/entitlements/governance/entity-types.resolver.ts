import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { EntityTypesService } from './entity-types.service';
import { ListEntityTypesQuery, UpsertEntityTypesBody } from './governance.inputs';
import { EntityType } from './governance.views';

const ListArgs = connectionArgs(ListEntityTypesQuery);

@Resolver(() => EntityType)
export class EntityTypesResolver {
  constructor(private readonly types: EntityTypesService) {}

  @ReadField(EntityTypesService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.types.list(listQueryOf<ListEntityTypesQuery>(args));
  }

  @WriteField(EntityTypesService, 'upsert')
  upsertEntityTypes(@Args('input') input: UpsertEntityTypesBody) {
    return this.types.upsert(input);
  }
}
