export { instantsIn } from './domain/kept-request';
export { retryAfter } from './domain/payment';
export type { Purchase } from './domain/purchase';
export { MovedOn } from './domain/purchase-till';
export { collectionStalled, purchaseFailed } from './payment-failures.service';
export { collectingPayments, collectionGivenUp } from './payment-attempts.service';
export { ImportedMethods, type PayingRow, type RowOutcome } from './imported-methods.service';
export type { Attachment } from './method-attachments.service';
export { PaymentNotices, type SentNotice } from './payment-notices.service';
export { PaymentsModule } from './payments.module';
export { PendingPayments, type Decline, type PaymentNotice } from './pending-payments.service';
export { purchaseDue } from './purchase-completion.service';
export { Purchases, type Buying, type Unpaid } from './purchases.service';
export {
  SandboxPages,
  type CheckoutPage,
  type CheckoutUse,
  type ConfirmationPage,
  type PageAddress,
} from './sandbox/sandbox-pages';
export type { SandboxMethod } from './sandbox/sandbox-methods';
