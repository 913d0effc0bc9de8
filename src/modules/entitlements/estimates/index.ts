export { EstimatesModule } from './estimates.module';
