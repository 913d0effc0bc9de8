export { EnvironmentSettingsModule } from './environment-settings.module';
export { environmentSettingsChanged, EnvironmentSettingsService } from './environment-settings.service';
export { defaultCreditThresholds, type BillingAnchor } from './domain/environment-settings';
