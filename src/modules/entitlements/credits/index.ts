export { Cost, CreditGrant, GrantTypeEnum, type GrantBilling } from './credit-grants.views';
export { CreditsModule } from './credits.module';
export { CreditsService } from './credits.service';
export { UnpaidGrants } from './unpaid-grants.reader';
export { grantBillings } from './grant-billings.service';
export {
  defaultPriority,
  requireEnd,
  type CreditGrant as StoredCreditGrant,
  type GivenCredits,
  type GrantCollection,
  type GrantChanges,
  type WalletKey,
} from './domain/credit-grant';
