import { Module } from '@nestjs/common';
import { LegalEntitiesController } from './legal-entities.controller';
import { LegalEntitiesRepository } from './legal-entities.repository';
import { LegalEntitiesResolver } from './legal-entities.resolver';
import { LegalEntitiesService } from './legal-entities.service';
import { PaymentAccountsController } from './payment-accounts.controller';
import { PaymentAccountsRepository } from './payment-accounts.repository';
import { PaymentAccountsResolver } from './payment-accounts.resolver';
import { PaymentAccountsService } from './payment-accounts.service';

@Module({
  controllers: [PaymentAccountsController, LegalEntitiesController],
  providers: [
    LegalEntitiesRepository,
    LegalEntitiesResolver,
    LegalEntitiesService,
    PaymentAccountsRepository,
    PaymentAccountsResolver,
    PaymentAccountsService,
  ],
  exports: [LegalEntitiesService],
})
export class LegalEntitiesModule {}
