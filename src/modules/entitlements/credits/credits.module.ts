import { Module } from '@nestjs/common';
import { CustomCurrenciesModule } from '#modules/catalog/custom-currencies';
import { CustomersModule } from '#modules/customers/customers';
import { SourceHistoryModule } from '#modules/entitlements/source-history';
import { BalanceNews } from './balance-news.service';
import { ConsumptionGroups } from './consumption-groups.service';
import { ConsumptionService } from './consumption.service';
import { CreditBalancesReader } from './credit-balances.reader';
import { CreditBalances } from './credit-balances.service';
import { CreditConsumptionsRepository } from './credit-consumptions.repository';
import { CreditGrantsRepository } from './credit-grants.repository';
import { CreditLedgerRepository } from './credit-ledger.repository';
import { CreditPostings } from './credit-postings.service';
import { CreditRecurrencesRepository } from './credit-recurrences.repository';
import { CreditRecharges } from './credit-recharges.service';
import { CreditSources } from './credit-sources.service';
import { CreditWalletsRepository } from './credit-wallets.repository';
import { CreditsController } from './credits.controller';
import { CreditsResolver } from './credits.resolver';
import { CreditsService } from './credits.service';
import { CustomerWallets } from './customer-wallets.service';
import { DueRecharges } from './due-recharges.reader';
import { DueWallets } from './due-wallets.reader';
import { LedgerHeads } from './ledger-heads.service';
import { LedgerProofs } from './ledger-proofs.service';
import { LedgerService } from './ledger.service';
import { HeldBalances } from './held-balances.cache';
import { MovedWallets } from './moved-wallets.service';
import { GrantBillings } from './grant-billings.service';
import { GrantNews } from './grant-news.service';
import { LedgerVerdicts } from './ledger-verdicts.service';
import { LedgerWatchesRepository } from './ledger-watches.repository';
import { NightlyProofs } from './nightly-proofs.service';
import { RechargeCalls } from './recharge-calls.service';
import { UnpaidGrants } from './unpaid-grants.reader';
import { UsagePayments } from './usage-payments.service';
import { WalletBooks } from './wallet-books.service';
import { WalletMovesRepository } from './wallet-moves.repository';
import { WatchedLedgers } from './watched-ledgers.reader';

@Module({
  imports: [CustomCurrenciesModule, CustomersModule, SourceHistoryModule],
  controllers: [CreditsController],
  providers: [
    ...[CreditBalances, CreditBalancesReader, CreditRecurrencesRepository, HeldBalances, MovedWallets],
    ...[ConsumptionGroups, ConsumptionService],
    ...[
      CreditConsumptionsRepository,
      CreditGrantsRepository,
      CreditLedgerRepository,
      CreditWalletsRepository,
    ],
    ...[CreditPostings, CreditsResolver, CreditSources, CreditsService],
    ...[CustomerWallets, DueWallets, UnpaidGrants],
    ...[LedgerHeads, LedgerProofs, LedgerService, LedgerVerdicts, LedgerWatchesRepository],
    ...[BalanceNews, GrantBillings, GrantNews, NightlyProofs, UsagePayments],
    ...[WalletBooks, WalletMovesRepository, WatchedLedgers],
    ...[CreditRecharges, DueRecharges, RechargeCalls],
  ],
  exports: [
    ...[CreditBalances, CreditRecharges, CreditSources, CreditsService],
    ...[CustomerWallets, DueRecharges, UnpaidGrants],
  ],
})
export class CreditsModule {}
