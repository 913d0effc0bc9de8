import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { FiguresQuery } from './figures.inputs';
import { FiguresService } from './figures.service';

@ApiTags('Figures')
@Controller('api/v1/figures')
export class FiguresController {
  constructor(private readonly figures: FiguresService) {}

  @Endpoint.get('', FiguresService, 'get')
  get(@Query() query: FiguresQuery) {
    return this.figures.get(query);
  }
}
