import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { PublishPackageBody, VersionQuery } from '#modules/catalog/packages';
import { CreateAddonBody, ListAddonsQuery, UpdateAddonBody } from './addons.inputs';
import { AddonsService } from './addons.service';

@ApiTags('Addons')
@Controller('api/v1/addons')
export class AddonsController {
  constructor(private readonly addons: AddonsService) {}

  @Endpoint.post('', AddonsService, 'create')
  create(@Body() body: CreateAddonBody) {
    return this.addons.create(body);
  }

  @Endpoint.get('', AddonsService, 'list')
  list(@Query() query: ListAddonsQuery) {
    return this.addons.list(query);
  }

  @Endpoint.get(':id', AddonsService, 'get')
  get(@PathId('id') id: string, @Query() query: VersionQuery) {
    return this.addons.get(id, query);
  }

  @Endpoint.patch(':id', AddonsService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdateAddonBody) {
    return this.addons.update(id, body);
  }

  @Endpoint.post(':id/archive', AddonsService, 'archive')
  archive(@PathId('id') id: string) {
    return this.addons.archive(id);
  }

  @Endpoint.post(':id/unarchive', AddonsService, 'unarchive')
  unarchive(@PathId('id') id: string) {
    return this.addons.unarchive(id);
  }

  @Endpoint.post(':id/draft', AddonsService, 'createDraft')
  createDraft(@PathId('id') id: string) {
    return this.addons.createDraft(id);
  }

  @Endpoint.delete(':id/draft', AddonsService, 'discardDraft')
  discardDraft(@PathId('id') id: string) {
    return this.addons.discardDraft(id);
  }

  @Endpoint.post(':id/publish', AddonsService, 'publish')
  publish(@PathId('id') id: string, @Body() body: PublishPackageBody) {
    return this.addons.publish(id, body);
  }
}
