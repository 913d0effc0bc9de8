import { Module } from '@nestjs/common';
import { CustomCurrenciesModule } from '#modules/catalog/custom-currencies';
import { FeaturesModule } from '#modules/catalog/features';
import { ChargesRepository } from './charges.repository';
import { ChargesService } from './charges.service';

@Module({
  imports: [CustomCurrenciesModule, FeaturesModule],
  providers: [ChargesRepository, ChargesService],
  exports: [ChargesService],
})
export class ChargesModule {}
