export { EnvironmentSettingsModule } from './environment-settings.module';
export { EnvironmentSettingsService } from './environment-settings.service';
export { defaultCreditThresholds, type BillingAnchor } from './domain/environment-settings';
