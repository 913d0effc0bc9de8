import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, serves, wholeList } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { CreateAutoCancellationRuleBody } from './auto-cancellation-rules.inputs';
import { AutoCancellationRulesService } from './auto-cancellation-rules.service';
import { AutoCancellationRule } from './auto-cancellation-rules.views';

const serve = {
  create: serves(AutoCancellationRulesService, 'create'),
  list: serves(AutoCancellationRulesService, 'list'),
  delete: serves(AutoCancellationRulesService, 'delete'),
};

@ApiTags('Products')
@Controller('api/v1/products/:id/auto-cancellation-rules')
export class AutoCancellationRulesController {
  constructor(private readonly rules: AutoCancellationRulesService) {}

  @Endpoint.post('', serve.create, one(AutoCancellationRule), {
    summary: 'Let the subscriptions on another product end with those on this one.',
  })
  create(@PathId('id') id: string, @Body() body: CreateAutoCancellationRuleBody) {
    return this.rules.create(id, body);
  }

  @Endpoint.get('', serve.list, wholeList(AutoCancellationRule), {
    summary: 'List the products that end with this one, the newest rule first.',
  })
  list(@PathId('id') id: string) {
    return this.rules.list(id);
  }

  @Endpoint.delete(':targetProductId', serve.delete, one(AutoCancellationRule), {
    summary: 'Let the two products end apart again.',
  })
  delete(@PathId('id') id: string, @PathId('targetProductId') targetProductId: string) {
    return this.rules.delete(id, targetProductId);
  }
}
