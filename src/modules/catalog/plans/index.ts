export { PlanEntitlementsService } from './plan-entitlements.service';
export { CreatePlanBody, UpdatePlanBody } from './plans.inputs';
export { PlansModule } from './plans.module';
export { PlansService } from './plans.service';
