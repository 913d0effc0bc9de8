import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { CreateEnvironmentBody } from './environments.inputs';
import { EnvironmentsService } from './environments.service';

@ApiTags('Environments')
@Controller('api/v1/environments')
export class EnvironmentsController {
  constructor(private readonly environments: EnvironmentsService) {}

  @Endpoint.get('', EnvironmentsService, 'list')
  list() {
    return this.environments.list();
  }

  @Endpoint.post('', EnvironmentsService, 'create')
  create(@Body() body: CreateEnvironmentBody) {
    return this.environments.create(body);
  }
}
