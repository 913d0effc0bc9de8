export { CreateCustomCurrencyBody } from './custom-currencies.inputs';
export { CustomCurrenciesModule } from './custom-currencies.module';
export { currencyUses, CustomCurrenciesService } from './custom-currencies.service';
export type { CurrencyUse } from './domain/currency-use';
export type { CustomCurrency as StoredCurrency } from './domain/custom-currency';
