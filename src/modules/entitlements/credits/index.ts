export type { PayingWallet, ReadBalance, ReadWallet, ToldCurrency } from './credit-balances.reader';
export { CreditBalance } from './credits.views';
export { CreditBalances } from './credit-balances.service';
export { Cost, CreditGrant, GrantTypeEnum, type GrantBilling } from './credit-grants.views';
export { CreditRecharges, type RechargeCall } from './credit-recharges.service';
export { CreditSources, type DeclaredCredits } from './credit-sources.service';
export { CreditsModule } from './credits.module';
export { CreditsService } from './credits.service';
export { askedWallets, CustomerWallets } from './customer-wallets.service';
export { LedgerHeads, type ToldWalletHead } from './ledger-heads.service';
export { balanceFell } from './recharge-calls.service';
export { DueRecharges } from './due-recharges.reader';
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
export type { GrantType } from './domain/burn-order';
export type { CreditWallet as StoredWallet } from './domain/credit-wallet';
export type { SkippedCredits } from './domain/credit-allowance';
export type { PackageCredit } from './domain/credit-contribution';
export { costOfUnits } from './usage-cost.record';
export { subscriptionCredits } from './domain/subscription-credits';
export { creditsConsumed, type ConsumedCredits } from './moved-wallets.service';
