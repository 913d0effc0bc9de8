import { Module } from '@nestjs/common';
import { FeaturesModule } from '#modules/catalog/features';
import { CustomersModule } from '#modules/customers/customers';
import { EntitlementsModule } from '#modules/entitlements/entitlements';
import { DueEnds } from './due-ends.reader';
import { PromotedFeatures } from './promoted-features.service';
import { PromotionExpiry } from './promotion-expiry.service';
import { PromotionVetoes } from './promotion-vetoes.service';
import { PromotionalEntitlementsController } from './promotional-entitlements.controller';
import { PromotionalEntitlementsRepository } from './promotional-entitlements.repository';
import { PromotionalEntitlementsResolver } from './promotional-entitlements.resolver';
import { PromotionalEntitlementsService } from './promotional-entitlements.service';

@Module({
  imports: [CustomersModule, EntitlementsModule, FeaturesModule],
  controllers: [PromotionalEntitlementsController],
  providers: [
    DueEnds,
    PromotedFeatures,
    PromotionExpiry,
    PromotionVetoes,
    PromotionalEntitlementsRepository,
    PromotionalEntitlementsResolver,
    PromotionalEntitlementsService,
  ],
})
export class PromotionalEntitlementsModule {}
