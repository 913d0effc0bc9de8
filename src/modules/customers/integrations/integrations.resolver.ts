import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { IdArg } from '#libs/doors/reference';
import { CreateIntegrationBody, ListIntegrationsQuery, UpdateIntegrationBody } from './integrations.inputs';
import { IntegrationsService } from './integrations.service';
import { EnvironmentIntegration } from './integrations.views';

const ListArgs = connectionArgs(ListIntegrationsQuery);

@Resolver(() => EnvironmentIntegration)
export class IntegrationsResolver {
  constructor(private readonly integrations: IntegrationsService) {}

  @WriteField(IntegrationsService, 'create')
  createIntegration(@Args('input') input: CreateIntegrationBody) {
    return this.integrations.create(input);
  }

  @ReadField(IntegrationsService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.integrations.list(listQueryOf<ListIntegrationsQuery>(args));
  }

  @ReadField(IntegrationsService, 'get')
  get(@IdArg('id') id: string) {
    return this.integrations.get(id);
  }

  @WriteField(IntegrationsService, 'update')
  updateIntegration(@IdArg('id') id: string, @Args('input') input: UpdateIntegrationBody) {
    return this.integrations.update(id, input);
  }

  @WriteField(IntegrationsService, 'delete')
  deleteIntegration(@IdArg('id') id: string) {
    return this.integrations.delete(id);
  }
}
