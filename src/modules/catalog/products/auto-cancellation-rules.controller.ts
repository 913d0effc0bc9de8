import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { CreateAutoCancellationRuleBody } from './auto-cancellation-rules.inputs';
import { AutoCancellationRulesService } from './auto-cancellation-rules.service';

@ApiTags('Products')
@Controller('api/v1/products/:id/auto-cancellation-rules')
export class AutoCancellationRulesController {
  constructor(private readonly rules: AutoCancellationRulesService) {}

  @Endpoint.post('', AutoCancellationRulesService, 'create')
  create(@PathId('id') id: string, @Body() body: CreateAutoCancellationRuleBody) {
    return this.rules.create(id, body);
  }

  @Endpoint.get('', AutoCancellationRulesService, 'list')
  list(@PathId('id') id: string) {
    return this.rules.list(id);
  }

  @Endpoint.delete(':targetProductId', AutoCancellationRulesService, 'delete')
  delete(@PathId('id') id: string, @PathId('targetProductId') targetProductId: string) {
    return this.rules.delete(id, targetProductId);
  }
}
