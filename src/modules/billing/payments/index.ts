export { PaymentNotices, type SentNotice } from './payment-notices.service';
export { PaymentsModule } from './payments.module';
export {
  SandboxPages,
  type CheckoutPage,
  type CheckoutUse,
  type ConfirmationPage,
  type PageAddress,
} from './sandbox/sandbox-pages';
export type { SandboxMethod } from './sandbox/sandbox-methods';
