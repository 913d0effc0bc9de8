import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { CreateAutoCancellationRuleBody } from './auto-cancellation-rules.inputs';
import { AutoCancellationRulesService } from './auto-cancellation-rules.service';
import { AutoCancellationRule } from './auto-cancellation-rules.views';

@Resolver(() => AutoCancellationRule)
export class AutoCancellationRulesResolver {
  constructor(private readonly rules: AutoCancellationRulesService) {}

  @WriteField(AutoCancellationRulesService, 'create')
  create(@IdArg('productId') productId: string, @Args('input') input: CreateAutoCancellationRuleBody) {
    return this.rules.create(productId, input);
  }

  @ReadField(AutoCancellationRulesService, 'list')
  list(@IdArg('productId') productId: string) {
    return this.rules.list(productId);
  }

  @WriteField(AutoCancellationRulesService, 'delete')
  delete(@IdArg('productId') productId: string, @IdArg('targetProductId') targetProductId: string) {
    return this.rules.delete(productId, targetProductId);
  }
}
