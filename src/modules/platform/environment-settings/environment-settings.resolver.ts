import { Args, Resolver } from '@nestjs/graphql';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { UpdateEnvironmentSettingsBody } from './environment-settings.inputs';
import { EnvironmentSettingsService } from './environment-settings.service';
import { EnvironmentSettings } from './environment-settings.views';

@Resolver(() => EnvironmentSettings)
export class EnvironmentSettingsResolver {
  constructor(private readonly settings: EnvironmentSettingsService) {}

  @ReadField(EnvironmentSettingsService, 'get')
  get() {
    return this.settings.get();
  }

  @WriteField(EnvironmentSettingsService, 'update')
  updateEnvironmentSettings(@Args('input') input: UpdateEnvironmentSettingsBody) {
    return this.settings.update(input);
  }
}
