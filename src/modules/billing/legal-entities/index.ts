export type { Issuer, IssuerAccount } from './domain/issuer';
export type { LegalEntity as StoredLegalEntity } from './domain/legal-entity';
export type { PaymentAccount as StoredPaymentAccount } from './domain/payment-account';
export { LegalEntitiesModule } from './legal-entities.module';
export { LegalEntitiesService, type KnownLegalEntity } from './legal-entities.service';
