import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { EnvironmentsService } from './environments.service';

@ApiTags('Environments')
@Controller('api/v1/environments')
export class EnvironmentsController {
  constructor(private readonly environments: EnvironmentsService) {}

  @Endpoint.get('', EnvironmentsService, 'list')
  list() {
    return this.environments.list();
  }
}
