import { Module } from '@nestjs/common';
import { CustomCurrenciesModule } from '#modules/catalog/custom-currencies';
import { CustomersModule } from '#modules/customers/customers';
import { ConsumptionGroups } from './consumption-groups.service';
import { ConsumptionService } from './consumption.service';
import { CreditConsumptionsRepository } from './credit-consumptions.repository';
import { CreditGrantsRepository } from './credit-grants.repository';
import { CreditLedgerRepository } from './credit-ledger.repository';
import { CreditPostings } from './credit-postings.service';
import { CreditWalletsRepository } from './credit-wallets.repository';
import { CreditsController } from './credits.controller';
import { CreditsResolver } from './credits.resolver';
import { CreditsService } from './credits.service';
import { DueWallets } from './due-wallets.reader';
import { GrantBillings } from './grant-billings.service';
import { LedgerProofs } from './ledger-proofs.service';
import { LedgerService } from './ledger.service';
import { SpentGrants } from './spent-grants.service';
import { UnpaidGrants } from './unpaid-grants.reader';
import { WalletBooks } from './wallet-books.service';

@Module({
  imports: [CustomCurrenciesModule, CustomersModule],
  controllers: [CreditsController],
  providers: [
    ...[ConsumptionGroups, ConsumptionService],
    ...[
      CreditConsumptionsRepository,
      CreditGrantsRepository,
      CreditLedgerRepository,
      CreditWalletsRepository,
    ],
    ...[CreditPostings, CreditsResolver, CreditsService, DueWallets, UnpaidGrants],
    ...[GrantBillings, LedgerProofs, LedgerService, SpentGrants, WalletBooks],
  ],
  exports: [CreditsService, UnpaidGrants],
})
export class CreditsModule {}
