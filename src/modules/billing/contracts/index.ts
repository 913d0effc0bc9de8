export { contractMoved } from './contract-dependents.service';
export { ContractsForBillingService } from './contracts-for-billing.service';
export { ContractsModule } from './contracts.module';
export { Contract } from './contracts.views';
export { contractBucket } from './locked-contracts.service';
export { Contract as StoredContract } from './domain/contract';
