export { EnvironmentSettingsModule } from './environment-settings.module';
