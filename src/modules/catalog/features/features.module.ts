import { Module } from '@nestjs/common';
import { FeatureLifeService } from './feature-life.service';
import { FeaturesController } from './features.controller';
import { FeaturesRepository } from './features.repository';
import { FeaturesResolver } from './features.resolver';
import { FeaturesService } from './features.service';

@Module({
  controllers: [FeaturesController],
  providers: [FeatureLifeService, FeaturesRepository, FeaturesResolver, FeaturesService],
  exports: [FeatureLifeService, FeaturesService],
})
export class FeaturesModule {}
