export { Cost, CreditGrant, GrantTypeEnum } from './credit-grants.views';
export { CreditsModule } from './credits.module';
export { CreditsService } from './credits.service';
export { LedgerHeads, type ToldWalletHead } from './ledger-heads.service';
export {
  defaultPriority,
  requireEnd,
  type CreditGrant as StoredCreditGrant,
  type GivenCredits,
  type GrantChanges,
  type WalletKey,
} from './domain/credit-grant';
