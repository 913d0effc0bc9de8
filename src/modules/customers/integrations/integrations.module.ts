import { Module } from '@nestjs/common';
import { IntegrationsController } from './integrations.controller';
import { IntegrationsRepository } from './integrations.repository';
import { IntegrationsResolver } from './integrations.resolver';
import { IntegrationsService } from './integrations.service';

@Module({
  controllers: [IntegrationsController],
  providers: [IntegrationsRepository, IntegrationsResolver, IntegrationsService],
  exports: [IntegrationsService],
})
export class IntegrationsModule {}
