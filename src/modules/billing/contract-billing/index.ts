export { ContractBillingModule } from './contract-billing.module';
export type { BilledLine } from './domain/billed-line';
export type { BillingWindow } from './domain/billing-window';
