export { ContractsForBillingService } from './contracts-for-billing.service';
export { ContractsModule } from './contracts.module';
export { Contract } from './contracts.views';
export type { Contract as StoredContract, ContractBilling } from './domain/contract';
