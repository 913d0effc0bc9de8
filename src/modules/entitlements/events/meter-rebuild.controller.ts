import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { MeterRebuildService } from './meter-rebuild.service';

@ApiTags('Features')
@Controller('api/v1/features')
export class MeterRebuildController {
  constructor(private readonly rebuilds: MeterRebuildService) {}

  @Endpoint.post(':id/meter/rebuild', MeterRebuildService, 'start')
  start(@PathId('id') id: string) {
    return this.rebuilds.start(id);
  }
}
