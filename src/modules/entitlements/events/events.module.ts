import { Module } from '@nestjs/common';
import { CustomersModule } from '#modules/customers/customers';
import { EntitlementsModule } from '#modules/entitlements/entitlements';
import { GovernanceModule } from '#modules/entitlements/governance';
import { MetersModule } from '#modules/entitlements/meters';
import { UsageModule } from '#modules/entitlements/usage';
import { EventAttribution } from './event-attribution.service';
import { EventsController } from './events.controller';
import { EventsInFlight } from './events-in-flight.service';
import { EventsResolver } from './events.resolver';
import { EventsService } from './events.service';
import { MeterRebuildController } from './meter-rebuild.controller';
import { MeterRebuildResolver } from './meter-rebuild.resolver';
import { MeterRebuildService } from './meter-rebuild.service';
import { FeaturesModule } from '#modules/catalog/features';

@Module({
  imports: [CustomersModule, EntitlementsModule, FeaturesModule, GovernanceModule, MetersModule, UsageModule],
  controllers: [EventsController, MeterRebuildController],
  providers: [
    EventAttribution,
    EventsInFlight,
    EventsResolver,
    EventsService,
    MeterRebuildResolver,
    MeterRebuildService,
  ],
})
export class EventsModule {}
