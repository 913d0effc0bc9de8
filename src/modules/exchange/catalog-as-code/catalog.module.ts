import { Module } from '@nestjs/common';
import { AddonsModule } from '#modules/catalog/addons';
import { CouponsModule } from '#modules/catalog/coupons';
import { CustomCurrenciesModule } from '#modules/catalog/custom-currencies';
import { FeatureGroupsModule } from '#modules/catalog/feature-groups';
import { FeaturesModule } from '#modules/catalog/features';
import { PackageEntitlementsModule } from '#modules/catalog/package-entitlements';
import { PackagesModule } from '#modules/catalog/packages';
import { PackageGroupsModule } from '#modules/catalog/package-groups';
import { PlansModule } from '#modules/catalog/plans';
import { ProductsModule } from '#modules/catalog/products';
import { PromotionCodesModule } from '#modules/customers/promotion-codes';
import { SubscriptionsModule } from '#modules/billing/subscriptions';
import { BlastRadiusService } from './blast-radius.service';
import { CatalogReleaseService } from './catalog-release.service';
import { CatalogController } from './catalog.controller';
import { CatalogResolver } from './catalog.resolver';
import { CatalogService } from './catalog.service';
import { AddonPart } from './parts/addon-part';
import type { CatalogPart } from './parts/catalog-part';
import { CatalogParts } from './parts/catalog-parts';
import { CouponPart } from './parts/coupon-part';
import { CustomCurrencyPart } from './parts/custom-currency-part';
import { FeatureGroupPart } from './parts/feature-group-part';
import { FeaturePart } from './parts/feature-part';
import { PackageGroupPart } from './parts/package-group-part';
import { PlanPart } from './parts/plan-part';
import { ProductPart } from './parts/product-part';
import { PromotionCodePart } from './parts/promotion-code-part';
import { PublicationPlansController } from './publication-plans.controller';
import { PublicationPlansResolver } from './publication-plans.resolver';
import { PublicationPlansService } from './publication-plans.service';

/** In the order in which they refer to each other. */
const parts = [
  ProductPart,
  FeaturePart,
  FeatureGroupPart,
  CustomCurrencyPart,
  CouponPart,
  PromotionCodePart,
  AddonPart,
  PackageGroupPart,
  PlanPart,
];

@Module({
  imports: [
    AddonsModule,
    CouponsModule,
    CustomCurrenciesModule,
    FeatureGroupsModule,
    FeaturesModule,
    PackageEntitlementsModule,
    PackageGroupsModule,
    PackagesModule,
    PlansModule,
    ProductsModule,
    PromotionCodesModule,
    SubscriptionsModule,
  ],
  controllers: [CatalogController, PublicationPlansController],
  providers: [
    ...parts,
    { provide: CatalogParts, useFactory: (...all: CatalogPart[]) => new CatalogParts(all), inject: parts },
    BlastRadiusService,
    CatalogReleaseService,
    CatalogResolver,
    CatalogService,
    PublicationPlansResolver,
    PublicationPlansService,
  ],
})
export class CatalogModule {}
