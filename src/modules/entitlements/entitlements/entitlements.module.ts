import { Module } from '@nestjs/common';
import { FeaturesModule } from '#modules/catalog/features';
import { MeteringModule } from '#modules/entitlements/metering';
import { EntitlementFacts } from './entitlement-facts.service';
import { EntitlementForecastsReader } from './entitlement-forecasts.reader';
import { EntitlementForecasts } from './entitlement-forecasts.service';
import { EntitlementsController } from './entitlements.controller';
import { EntitlementsReader } from './entitlements.reader';
import { EntitlementsResolver } from './entitlements.resolver';
import { EntitlementsService } from './entitlements.service';
import { FeatureQuestion } from './feature-question.service';
import { HeldEntitlements } from './held-entitlements.cache';
import { SnapshotsRepository } from './snapshots.repository';

@Module({
  imports: [FeaturesModule, MeteringModule],
  controllers: [EntitlementsController],
  providers: [
    EntitlementForecasts,
    EntitlementFacts,
    EntitlementForecastsReader,
    EntitlementsReader,
    EntitlementsResolver,
    EntitlementsService,
    FeatureQuestion,
    HeldEntitlements,
    SnapshotsRepository,
  ],
  exports: [EntitlementForecasts, EntitlementsService],
})
export class EntitlementsModule {}
