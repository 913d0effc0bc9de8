import { Resolver } from '@nestjs/graphql';
import { ReadField } from '#libs/graphql/fields';
import { IdentityService } from './identity.service';
import { Identity } from './identity.views';

@Resolver(() => Identity)
export class IdentityResolver {
  constructor(private readonly identity: IdentityService) {}

  @ReadField(IdentityService, 'get')
  get() {
    return this.identity.get();
  }
}
