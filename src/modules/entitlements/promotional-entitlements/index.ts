export { PromotionalEntitlementsModule } from './promotional-entitlements.module';
