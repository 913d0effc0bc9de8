import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { IdReference } from '#libs/shape/id-reference';
import { PublishPackageBody, PublishTask, VersionQuery } from '#modules/catalog/packages';
import { CreateAddonBody, ListAddonsQuery, UpdateAddonBody } from './addons.inputs';
import { AddonsService } from './addons.service';
import { Addon } from './addons.views';

@ApiTags('Addons')
@Controller('api/v1/addons')
export class AddonsController {
  constructor(private readonly addons: AddonsService) {}

  @Endpoint.post('', serves(AddonsService, 'create'), one(Addon), { summary: 'Create an addon.' })
  create(@Body() body: CreateAddonBody) {
    return this.addons.create(body);
  }

  @Endpoint.get('', serves(AddonsService, 'list'), page(Addon), { summary: 'List addons, newest first.' })
  list(@Query() query: ListAddonsQuery) {
    return this.addons.list(query);
  }

  @Endpoint.get(':id', serves(AddonsService, 'get'), one(Addon), { summary: 'Get an addon.' })
  get(@PathId('id') id: string, @Query() query: VersionQuery) {
    return this.addons.get(id, query);
  }

  @Endpoint.patch(':id', serves(AddonsService, 'update'), one(Addon), {
    summary: 'Change an addon or its draft.',
  })
  update(@PathId('id') id: string, @Body() body: UpdateAddonBody) {
    return this.addons.update(id, body);
  }

  @Endpoint.post(':id/archive', serves(AddonsService, 'archive'), one(Addon), {
    summary: 'Archive an addon.',
  })
  archive(@PathId('id') id: string) {
    return this.addons.archive(id);
  }

  @Endpoint.post(':id/unarchive', serves(AddonsService, 'unarchive'), one(Addon), {
    summary: 'Bring an archived addon back.',
  })
  unarchive(@PathId('id') id: string) {
    return this.addons.unarchive(id);
  }

  @Endpoint.post(':id/draft', serves(AddonsService, 'createDraft'), one(Addon), {
    summary: 'Start the next version of an addon.',
  })
  createDraft(@PathId('id') id: string) {
    return this.addons.createDraft(id);
  }

  @Endpoint.delete(':id/draft', serves(AddonsService, 'discardDraft'), one(IdReference), {
    summary: 'Discard the draft of an addon.',
  })
  discardDraft(@PathId('id') id: string) {
    return this.addons.discardDraft(id);
  }

  @Endpoint.post(':id/publish', serves(AddonsService, 'publish'), one(PublishTask), {
    summary: 'Make the draft of an addon its live version.',
  })
  publish(@PathId('id') id: string, @Body() body: PublishPackageBody) {
    return this.addons.publish(id, body);
  }
}
