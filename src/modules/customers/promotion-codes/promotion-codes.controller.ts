import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import {
  CreatePromotionCodeBody,
  ListPromotionCodesQuery,
  UpdatePromotionCodeBody,
} from './promotion-codes.inputs';
import { PromotionCodesService } from './promotion-codes.service';
import { PromotionCode } from './promotion-codes.views';

@ApiTags('Promotion codes')
@Controller('api/v1/promotion-codes')
export class PromotionCodesController {
  constructor(private readonly codes: PromotionCodesService) {}

  @Endpoint.post('', serves(PromotionCodesService, 'create'), one(PromotionCode), {
    summary: 'Create a promotion code.',
  })
  create(@Body() body: CreatePromotionCodeBody) {
    return this.codes.create(body);
  }

  @Endpoint.get('', serves(PromotionCodesService, 'list'), page(PromotionCode), {
    summary: 'List promotion codes, newest first.',
  })
  list(@Query() query: ListPromotionCodesQuery) {
    return this.codes.list(query);
  }

  @Endpoint.get(':id', serves(PromotionCodesService, 'get'), one(PromotionCode), {
    summary: 'Get a promotion code, in any spelling.',
  })
  get(@PathId('id') id: string) {
    return this.codes.get(id);
  }

  @Endpoint.patch(':id', serves(PromotionCodesService, 'update'), one(PromotionCode), {
    summary: 'Change the limits of a promotion code.',
  })
  update(@PathId('id') id: string, @Body() body: UpdatePromotionCodeBody) {
    return this.codes.update(id, body);
  }

  @Endpoint.post(':id/archive', serves(PromotionCodesService, 'archive'), one(PromotionCode), {
    summary: 'Archive a promotion code for good.',
  })
  archive(@PathId('id') id: string) {
    return this.codes.archive(id);
  }
}
