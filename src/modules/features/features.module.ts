import { Module } from '@nestjs/common';
import { FeaturesController } from './features.controller';
import { FeaturesRepository } from './features.repository';
import { FeaturesResolver } from './features.resolver';
import { FeaturesService } from './features.service';

@Module({
  controllers: [FeaturesController],
  providers: [FeaturesRepository, FeaturesResolver, FeaturesService],
  exports: [FeaturesService],
})
export class FeaturesModule {}
