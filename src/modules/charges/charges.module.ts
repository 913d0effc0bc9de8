import { Module } from '@nestjs/common';
import { CustomCurrenciesModule } from '#modules/custom-currencies';
import { FeaturesModule } from '#modules/features';
import { ChargesRepository } from './charges.repository';
import { ChargesService } from './charges.service';

@Module({
  imports: [CustomCurrenciesModule, FeaturesModule],
  providers: [ChargesRepository, ChargesService],
  exports: [ChargesService],
})
export class ChargesModule {}
