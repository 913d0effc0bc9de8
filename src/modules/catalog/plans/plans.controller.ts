import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { PublishPackageBody, VersionQuery } from '#modules/catalog/packages';
import { CreatePlanBody, ListPlansQuery, UpdatePlanBody } from './plans.inputs';
import { PlansService } from './plans.service';

@ApiTags('Plans')
@Controller('api/v1/plans')
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @Endpoint.post('', PlansService, 'create')
  create(@Body() body: CreatePlanBody) {
    return this.plans.create(body);
  }

  @Endpoint.get('', PlansService, 'list')
  list(@Query() query: ListPlansQuery) {
    return this.plans.list(query);
  }

  @Endpoint.get(':id', PlansService, 'get')
  get(@PathId('id') id: string, @Query() query: VersionQuery) {
    return this.plans.get(id, query);
  }

  @Endpoint.patch(':id', PlansService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdatePlanBody) {
    return this.plans.update(id, body);
  }

  @Endpoint.post(':id/archive', PlansService, 'archive')
  archive(@PathId('id') id: string) {
    return this.plans.archive(id);
  }

  @Endpoint.post(':id/unarchive', PlansService, 'unarchive')
  unarchive(@PathId('id') id: string) {
    return this.plans.unarchive(id);
  }

  @Endpoint.post(':id/draft', PlansService, 'createDraft')
  createDraft(@PathId('id') id: string) {
    return this.plans.createDraft(id);
  }

  @Endpoint.delete(':id/draft', PlansService, 'discardDraft')
  discardDraft(@PathId('id') id: string) {
    return this.plans.discardDraft(id);
  }

  @Endpoint.post(':id/publish', PlansService, 'publish')
  publish(@PathId('id') id: string, @Body() body: PublishPackageBody) {
    return this.plans.publish(id, body);
  }
}
