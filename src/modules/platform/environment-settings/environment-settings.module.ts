import { Module } from '@nestjs/common';
import { EnvironmentSettingsController } from './environment-settings.controller';
import { EnvironmentSettingsRepository } from './environment-settings.repository';
import { EnvironmentSettingsResolver } from './environment-settings.resolver';
import { EnvironmentSettingsService } from './environment-settings.service';

@Module({
  controllers: [EnvironmentSettingsController],
  providers: [EnvironmentSettingsRepository, EnvironmentSettingsResolver, EnvironmentSettingsService],
  exports: [EnvironmentSettingsService],
})
export class EnvironmentSettingsModule {}
