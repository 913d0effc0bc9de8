import { Args, Resolver } from '@nestjs/graphql';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, serves, wholeList } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { CreateAutoCancellationRuleBody } from './auto-cancellation-rules.inputs';
import { AutoCancellationRulesService } from './auto-cancellation-rules.service';
import { AutoCancellationRule } from './auto-cancellation-rules.views';

const serve = {
  create: serves(AutoCancellationRulesService, 'create'),
  list: serves(AutoCancellationRulesService, 'list'),
  delete: serves(AutoCancellationRulesService, 'delete'),
};

@Resolver(() => AutoCancellationRule)
export class AutoCancellationRulesResolver {
  constructor(private readonly rules: AutoCancellationRulesService) {}

  @WriteField(serve.create, one(AutoCancellationRule), {
    summary: 'Let the subscriptions on another product end with those on this one.',
  })
  create(@IdArg('productId') productId: string, @Args('input') input: CreateAutoCancellationRuleBody) {
    return this.rules.create(productId, input);
  }

  @ReadField(serve.list, wholeList(AutoCancellationRule), {
    summary: 'List the products that end with this one, the newest rule first.',
  })
  list(@IdArg('productId') productId: string) {
    return this.rules.list(productId);
  }

  @WriteField(serve.delete, one(AutoCancellationRule), { summary: 'Let the two products end apart again.' })
  delete(@IdArg('productId') productId: string, @IdArg('targetProductId') targetProductId: string) {
    return this.rules.delete(productId, targetProductId);
  }
}
