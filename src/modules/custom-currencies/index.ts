export { CustomCurrenciesModule } from './custom-currencies.module';
export { CustomCurrenciesService } from './custom-currencies.service';
export type { CustomCurrency as StoredCurrency } from './domain/custom-currency';
