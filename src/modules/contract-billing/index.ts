export { ContractBillingModule } from './contract-billing.module';
