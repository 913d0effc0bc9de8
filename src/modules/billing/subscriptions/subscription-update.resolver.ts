import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { WriteField } from '#libs/graphql/fields';
import { UpdateSubscriptionBody } from './subscription-update.inputs';
import { SubscriptionUpdateService } from './subscription-update.service';

@Resolver()
export class SubscriptionUpdateResolver {
  constructor(private readonly updates: SubscriptionUpdateService) {}

  @WriteField(SubscriptionUpdateService, 'update')
  update(@IdArg('id') id: string, @Args('input') input: UpdateSubscriptionBody) {
    return this.updates.update(id, input);
  }
}
