import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { IdReference } from '#libs/shape/id-reference';
import { PublishPackageBody, PublishTask, VersionQuery } from '#modules/catalog/packages';
import { CreatePlanBody, ListPlansQuery, UpdatePlanBody } from './plans.inputs';
import { PlansService } from './plans.service';
import { Plan } from './plans.views';

@ApiTags('Plans')
@Controller('api/v1/plans')
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @Endpoint.post('', serves(PlansService, 'create'), one(Plan), { summary: 'Create a plan.' })
  create(@Body() body: CreatePlanBody) {
    return this.plans.create(body);
  }

  @Endpoint.get('', serves(PlansService, 'list'), page(Plan), { summary: 'List plans, newest first.' })
  list(@Query() query: ListPlansQuery) {
    return this.plans.list(query);
  }

  @Endpoint.get(':id', serves(PlansService, 'get'), one(Plan), { summary: 'Get a plan.' })
  get(@PathId('id') id: string, @Query() query: VersionQuery) {
    return this.plans.get(id, query);
  }

  @Endpoint.patch(':id', serves(PlansService, 'update'), one(Plan), {
    summary: 'Change a plan or its draft.',
  })
  update(@PathId('id') id: string, @Body() body: UpdatePlanBody) {
    return this.plans.update(id, body);
  }

  @Endpoint.post(':id/archive', serves(PlansService, 'archive'), one(Plan), { summary: 'Archive a plan.' })
  archive(@PathId('id') id: string) {
    return this.plans.archive(id);
  }

  @Endpoint.post(':id/unarchive', serves(PlansService, 'unarchive'), one(Plan), {
    summary: 'Bring an archived plan back.',
  })
  unarchive(@PathId('id') id: string) {
    return this.plans.unarchive(id);
  }

  @Endpoint.post(':id/draft', serves(PlansService, 'createDraft'), one(Plan), {
    summary: 'Start the next version of a plan.',
  })
  createDraft(@PathId('id') id: string) {
    return this.plans.createDraft(id);
  }

  @Endpoint.delete(':id/draft', serves(PlansService, 'discardDraft'), one(IdReference), {
    summary: 'Discard the draft of a plan.',
  })
  discardDraft(@PathId('id') id: string) {
    return this.plans.discardDraft(id);
  }

  @Endpoint.post(':id/publish', serves(PlansService, 'publish'), one(PublishTask), {
    summary: 'Make the draft of a plan its live version.',
  })
  publish(@PathId('id') id: string, @Body() body: PublishPackageBody) {
    return this.plans.publish(id, body);
  }
}
