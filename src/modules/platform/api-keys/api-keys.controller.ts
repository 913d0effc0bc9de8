import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import {
  CreateApiKeyBody,
  ListApiKeysQuery,
  RotateApiKeyBody,
  SetApiKeyGraceBody,
  UpdateApiKeyBody,
} from './api-keys.inputs';
import { ApiKeysService } from './api-keys.service';
import { KeyRotationService } from './key-rotation.service';

@ApiTags('API keys')
@Controller('api/v1/api-keys')
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly rotation: KeyRotationService,
  ) {}

  @Endpoint.post('', ApiKeysService, 'create')
  create(@Body() body: CreateApiKeyBody) {
    return this.keys.create(body);
  }

  @Endpoint.get('', ApiKeysService, 'list')
  list(@Query() query: ListApiKeysQuery) {
    return this.keys.list(query);
  }

  // Before the route of one key, whose id is a UUID.
  @Endpoint.get('presets', ApiKeysService, 'presets')
  presets() {
    return this.keys.presets();
  }

  @Endpoint.get(':id', ApiKeysService, 'get')
  get(@PathId('id') id: string) {
    return this.keys.get(id);
  }

  @Endpoint.patch(':id', ApiKeysService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdateApiKeyBody) {
    return this.keys.update(id, body);
  }

  @Endpoint.post(':id/rotate', KeyRotationService, 'rotate')
  rotate(@PathId('id') id: string, @Body() body: RotateApiKeyBody) {
    return this.rotation.rotate(id, body);
  }

  @Endpoint.post(':id/grace', KeyRotationService, 'setGrace')
  setGrace(@PathId('id') id: string, @Body() body: SetApiKeyGraceBody) {
    return this.rotation.setGrace(id, body);
  }

  @Endpoint.post(':id/revoke', ApiKeysService, 'revoke')
  revoke(@PathId('id') id: string) {
    return this.keys.revoke(id);
  }
}
