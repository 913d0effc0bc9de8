import { Module } from '@nestjs/common';
import { CustomCurrenciesModule } from '#modules/catalog/custom-currencies';
import { FeaturesModule } from '#modules/catalog/features';
import { CustomersModule } from '#modules/customers/customers';
import { EntitlementsModule } from '#modules/entitlements/entitlements';
import { AccountsModule } from '#modules/platform/accounts';
import { AssignmentsService } from './assignments.service';
import { AttributionKeys } from './attribution-keys.service';
import { AttributionsRepository } from './attributions.repository';
import { Attributions } from './attributions.service';
import { BudgetChains } from './budget-chains.service';
import { BudgetSubjects } from './budget-subjects.service';
import { CountedBudgets } from './counted-budgets.service';
import { EntitiesService } from './entities.service';
import { EntityTypesController } from './entity-types.controller';
import { EntityTypesRepository } from './entity-types.repository';
import { EntityTypesResolver } from './entity-types.resolver';
import { EntityTypesService } from './entity-types.service';
import { GovernanceChainsReader } from './governance-chains.reader';
import { GovernanceController } from './governance.controller';
import { GovernanceResolver } from './governance.resolver';
import { GovernanceTreeReader } from './governance-tree.reader';
import { GovernanceTreeService } from './governance-tree.service';
import { GovernedChecksService } from './governed-checks.service';
import { GovernedEntitiesRepository } from './governed-entities.repository';
import { HeldAttributionKeys } from './held-attribution-keys.cache';
import { HeldChains } from './held-chains.cache';
import { UsageAssignmentsRepository } from './usage-assignments.repository';

@Module({
  imports: [AccountsModule, CustomCurrenciesModule, CustomersModule, EntitlementsModule, FeaturesModule],
  controllers: [EntityTypesController, GovernanceController],
  providers: [
    AssignmentsService,
    AttributionKeys,
    Attributions,
    AttributionsRepository,
    BudgetChains,
    BudgetSubjects,
    CountedBudgets,
    EntitiesService,
    EntityTypesRepository,
    EntityTypesResolver,
    EntityTypesService,
    GovernanceChainsReader,
    GovernanceResolver,
    GovernanceTreeReader,
    GovernanceTreeService,
    GovernedChecksService,
    GovernedEntitiesRepository,
    HeldAttributionKeys,
    HeldChains,
    UsageAssignmentsRepository,
  ],
  exports: [AttributionKeys],
})
export class GovernanceModule {}
