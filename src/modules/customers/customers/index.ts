export type { ResourceKey } from './customer-resources.repository';
export type { Customer as StoredCustomer, CustomerRow } from './domain/customer';
export type { KeptPaymentMethod } from './domain/payment-method';
export { CustomerImports, type ImportedRows } from './customer-imports.service';
export { CustomerPaymentMethods, paymentMethodRemoval } from './customer-payment-methods.service';
export { billingLinkChange } from './customer-links.service';
export { CustomersModule } from './customers.module';
export {
  billingCurrencyChange,
  customerArchival,
  customerArchived,
  customerChanging,
  customerCreated,
  customerUnarchived,
  CustomersService,
  emailClearing,
} from './customers.service';
export { Customer } from './customers.views';
