import { Module } from '@nestjs/common';
import { CustomCurrenciesController } from './custom-currencies.controller';
import { CustomCurrenciesRepository } from './custom-currencies.repository';
import { CustomCurrenciesResolver } from './custom-currencies.resolver';
import { CustomCurrenciesService } from './custom-currencies.service';

@Module({
  controllers: [CustomCurrenciesController],
  providers: [CustomCurrenciesRepository, CustomCurrenciesResolver, CustomCurrenciesService],
  exports: [CustomCurrenciesService],
})
export class CustomCurrenciesModule {}
