import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { FiguresQuery, UsageFiguresQuery } from './figures.inputs';
import { FiguresService } from './figures.service';
import { UsageFiguresService } from './usage-figures.service';

@ApiTags('Figures')
@Controller('api/v1/figures')
export class FiguresController {
  constructor(
    private readonly figures: FiguresService,
    private readonly usage: UsageFiguresService,
  ) {}

  @Endpoint.get('', FiguresService, 'get')
  get(@Query() query: FiguresQuery) {
    return this.figures.get(query);
  }

  @Endpoint.get('usage', UsageFiguresService, 'get')
  getUsage(@Query() query: UsageFiguresQuery) {
    return this.usage.get(query);
  }
}
