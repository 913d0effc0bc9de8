import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { UpdateEnvironmentSettingsBody } from './environment-settings.inputs';
import { EnvironmentSettingsService } from './environment-settings.service';

@ApiTags('Environment settings')
@Controller('api/v1/environment-settings')
export class EnvironmentSettingsController {
  constructor(private readonly settings: EnvironmentSettingsService) {}

  @Endpoint.get('', EnvironmentSettingsService, 'get')
  get() {
    return this.settings.get();
  }

  @Endpoint.patch('', EnvironmentSettingsService, 'update')
  update(@Body() body: UpdateEnvironmentSettingsBody) {
    return this.settings.update(body);
  }
}
