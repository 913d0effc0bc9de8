export { EnvironmentClocksModule } from './environment-clocks.module';
