export { PaymentNotices } from './payment-notices.service';
export { PaymentsModule } from './payments.module';
