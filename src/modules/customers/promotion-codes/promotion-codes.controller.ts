import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import {
  CreatePromotionCodeBody,
  ListPromotionCodesQuery,
  UpdatePromotionCodeBody,
} from './promotion-codes.inputs';
import { PromotionCodesService } from './promotion-codes.service';

@ApiTags('Promotion codes')
@Controller('api/v1/promotion-codes')
export class PromotionCodesController {
  constructor(private readonly codes: PromotionCodesService) {}

  @Endpoint.post('', PromotionCodesService, 'create')
  create(@Body() body: CreatePromotionCodeBody) {
    return this.codes.create(body);
  }

  @Endpoint.get('', PromotionCodesService, 'list')
  list(@Query() query: ListPromotionCodesQuery) {
    return this.codes.list(query);
  }

  @Endpoint.get(':id', PromotionCodesService, 'get')
  get(@PathId('id') id: string) {
    return this.codes.get(id);
  }

  @Endpoint.patch(':id', PromotionCodesService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdatePromotionCodeBody) {
    return this.codes.update(id, body);
  }

  @Endpoint.post(':id/archive', PromotionCodesService, 'archive')
  archive(@PathId('id') id: string) {
    return this.codes.archive(id);
  }
}
