import { Module } from '@nestjs/common';
import { FeaturesModule } from '#modules/catalog/features';
import { CustomersModule } from '#modules/customers/customers';
import { EntitlementsModule } from '#modules/entitlements/entitlements';
import { EnvironmentSettingsModule } from '#modules/platform/environment-settings';
import { DueEnds } from './due-ends.reader';
import { PromotedFeatures } from './promoted-features.service';
import { PromotionExpiry } from './promotion-expiry.service';
import { PromotionNotices } from './promotion-notices.service';
import { PromotionVetoes } from './promotion-vetoes.service';
import { PromotionalEntitlementsController } from './promotional-entitlements.controller';
import { PromotionalEntitlementsRepository } from './promotional-entitlements.repository';
import { PromotionalEntitlementsResolver } from './promotional-entitlements.resolver';
import { PromotionalEntitlementsService } from './promotional-entitlements.service';

@Module({
  imports: [CustomersModule, EntitlementsModule, EnvironmentSettingsModule, FeaturesModule],
  controllers: [PromotionalEntitlementsController],
  providers: [
    DueEnds,
    PromotedFeatures,
    PromotionExpiry,
    PromotionNotices,
    PromotionVetoes,
    PromotionalEntitlementsRepository,
    PromotionalEntitlementsResolver,
    PromotionalEntitlementsService,
  ],
})
export class PromotionalEntitlementsModule {}
