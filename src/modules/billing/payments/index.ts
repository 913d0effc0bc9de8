export { ImportedMethods, type PayingRow, type RowOutcome } from './imported-methods.service';
export type { Attachment } from './method-attachments.service';
export { PaymentNotices, type SentNotice } from './payment-notices.service';
export { PaymentsModule } from './payments.module';
