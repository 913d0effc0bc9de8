import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { ApiKeysService } from './api-keys.service';
import { CreateApiKeyBody, ListApiKeysQuery } from './identity.inputs';

@ApiTags('API keys')
@Controller('api/v1/api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Endpoint.post('', ApiKeysService, 'create')
  create(@Body() body: CreateApiKeyBody) {
    return this.keys.create(body);
  }

  @Endpoint.get('', ApiKeysService, 'list')
  list(@Query() query: ListApiKeysQuery) {
    return this.keys.list(query);
  }

  @Endpoint.post(':id/revoke', ApiKeysService, 'revoke')
  revoke(@PathId('id') id: string) {
    return this.keys.revoke(id);
  }
}
