import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { AttentionQuery } from './attention.inputs';
import { AttentionService } from './attention.service';

@ApiTags('Attention')
@Controller('api/v1/attention')
export class AttentionController {
  constructor(private readonly attention: AttentionService) {}

  @Endpoint.get('', AttentionService, 'get')
  get(@Query() query: AttentionQuery) {
    return this.attention.get(query);
  }
}
