import { Module } from '@nestjs/common';
import { FeaturesModule } from '#modules/catalog/features';
import { CreditsModule } from '#modules/entitlements/credits';
import { MeteringModule } from '#modules/entitlements/metering';
import { MetersModule } from '#modules/entitlements/meters';
import { SourceHistoryModule } from '#modules/entitlements/source-history';
import { CreditChecks } from './credit-checks.service';
import { DeclaredSources } from './declared-sources.service';
import { EntitlementFacts } from './entitlement-facts.service';
import { EntitlementForecastsReader } from './entitlement-forecasts.reader';
import { EntitlementForecasts } from './entitlement-forecasts.service';
import { EntitlementNews } from './entitlement-news.service';
import { EntitlementsAt } from './entitlements-at.service';
import { EntitlementsController } from './entitlements.controller';
import { EntitlementsReader } from './entitlements.reader';
import { EntitlementsResolver } from './entitlements.resolver';
import { EntitlementsService } from './entitlements.service';
import { FeatureQuestion } from './feature-question.service';
import { HeldEntitlements } from './held-entitlements.cache';
import { SourceBudgets } from './source-budgets.service';
import { UsageUntil } from './usage-until.service';

@Module({
  imports: [CreditsModule, FeaturesModule, MeteringModule, MetersModule, SourceHistoryModule],
  controllers: [EntitlementsController],
  providers: [
    EntitlementForecasts,
    CreditChecks,
    DeclaredSources,
    EntitlementFacts,
    EntitlementsAt,
    EntitlementForecastsReader,
    EntitlementNews,
    EntitlementsReader,
    EntitlementsResolver,
    EntitlementsService,
    FeatureQuestion,
    HeldEntitlements,
    SourceBudgets,
    UsageUntil,
  ],
  exports: [EntitlementForecasts, EntitlementsAt, EntitlementsService],
})
export class EntitlementsModule {}
