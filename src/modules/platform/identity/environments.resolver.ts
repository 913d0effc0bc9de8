import { Resolver } from '@nestjs/graphql';
import { ReadField } from '#libs/graphql/fields';
import { EnvironmentsService } from './environments.service';
import { Environment } from './identity.views';

@Resolver(() => Environment)
export class EnvironmentsResolver {
  constructor(private readonly environments: EnvironmentsService) {}

  @ReadField(EnvironmentsService, 'list')
  list() {
    return this.environments.list();
  }
}
