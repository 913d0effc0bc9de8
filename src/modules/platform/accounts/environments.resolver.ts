import { Args, Resolver } from '@nestjs/graphql';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { CreateEnvironmentBody } from './environments.inputs';
import { EnvironmentsService } from './environments.service';
import { Environment } from './accounts.views';

@Resolver(() => Environment)
export class EnvironmentsResolver {
  constructor(private readonly environments: EnvironmentsService) {}

  @ReadField(EnvironmentsService, 'list')
  list() {
    return this.environments.list();
  }

  @WriteField(EnvironmentsService, 'create')
  createEnvironment(@Args('input') input: CreateEnvironmentBody) {
    return this.environments.create(input);
  }
}
