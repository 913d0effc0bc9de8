import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { ApiKeysService } from './api-keys.service';
import { CreateApiKeyBody, ListApiKeysQuery } from './identity.inputs';
import { ApiKey } from './identity.views';

@ApiTags('API keys')
@Controller('api/v1/api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Endpoint.post('', serves(ApiKeysService, 'create'), one(ApiKey), { summary: 'Make a scoped server key.' })
  create(@Body() body: CreateApiKeyBody) {
    return this.keys.create(body);
  }

  @Endpoint.get('', serves(ApiKeysService, 'list'), page(ApiKey), {
    summary: 'List the keys, without secrets.',
  })
  list(@Query() query: ListApiKeysQuery) {
    return this.keys.list(query);
  }

  @Endpoint.post(':id/revoke', serves(ApiKeysService, 'revoke'), one(ApiKey), {
    summary: 'Revoke a key for good.',
  })
  revoke(@PathId('id') id: string) {
    return this.keys.revoke(id);
  }
}
