import { Module } from '@nestjs/common';
import { PackagesModule } from '#modules/packages';
import { PlanEntitlementsController } from './plan-entitlements.controller';
import { PlanEntitlementsResolver } from './plan-entitlements.resolver';
import { PlanEntitlementsService } from './plan-entitlements.service';
import { PlansController } from './plans.controller';
import { PlansResolver } from './plans.resolver';
import { PlansService } from './plans.service';

@Module({
  imports: [PackagesModule],
  controllers: [PlansController, PlanEntitlementsController],
  providers: [PlanEntitlementsResolver, PlanEntitlementsService, PlansResolver, PlansService],
})
export class PlansModule {}
