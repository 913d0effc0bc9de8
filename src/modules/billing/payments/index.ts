export { collectionGivenUp } from './payment-attempts.service';
export { PaymentNotices, type SentNotice } from './payment-notices.service';
export { PaymentsModule } from './payments.module';
