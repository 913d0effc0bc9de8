import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { SetEnvironmentClockBody } from './environment-clocks.inputs';
import { EnvironmentClocksService } from './environment-clocks.service';

@ApiTags('Environments')
@Controller('api/v1/environments')
export class EnvironmentClocksController {
  constructor(private readonly clocks: EnvironmentClocksService) {}

  @Endpoint.get(':id/clock', EnvironmentClocksService, 'get')
  get(@PathId('id') id: string) {
    return this.clocks.get(id);
  }

  @Endpoint.put(':id/clock', EnvironmentClocksService, 'set')
  set(@PathId('id') id: string, @Body() body: SetEnvironmentClockBody) {
    return this.clocks.set(id, body);
  }
}
