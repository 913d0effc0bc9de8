export type { ResourceKey } from './customer-resources.repository';
export type { Customer as StoredCustomer } from './domain/customer';
export { CustomersModule } from './customers.module';
export { billingCurrencyChange, customerArchived, CustomersService } from './customers.service';
export { CurrencyEnum, Customer } from './customers.views';
