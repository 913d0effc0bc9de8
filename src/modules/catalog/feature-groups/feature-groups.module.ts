import { Module } from '@nestjs/common';
import { FeaturesModule } from '#modules/catalog/features';
import { FeatureGroupMembersRepository } from './feature-group-members.repository';
import { FeatureGroupMembersService } from './feature-group-members.service';
import { FeatureGroupsController } from './feature-groups.controller';
import { FeatureGroupsRepository } from './feature-groups.repository';
import { FeatureGroupsResolver } from './feature-groups.resolver';
import { FeatureGroupsService } from './feature-groups.service';

@Module({
  imports: [FeaturesModule],
  controllers: [FeatureGroupsController],
  providers: [
    FeatureGroupMembersRepository,
    FeatureGroupMembersService,
    FeatureGroupsRepository,
    FeatureGroupsResolver,
    FeatureGroupsService,
  ],
  exports: [FeatureGroupsService],
})
export class FeatureGroupsModule {}
