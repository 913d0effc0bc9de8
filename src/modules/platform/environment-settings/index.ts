export { EnvironmentSettingsModule } from './environment-settings.module';
export { EnvironmentSettingsService } from './environment-settings.service';
export type { BillingAnchor } from './domain/environment-settings';
