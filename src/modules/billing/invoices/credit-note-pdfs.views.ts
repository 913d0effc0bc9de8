import { View } from '#libs/shape/classes';
import { OneOf, Text } from '#libs/shape/decorators';
import type { PdfStatus } from './domain/invoice-pdf';
import { InvoicePdfStatusEnum } from './invoice-pdfs.views';

@View('Whether the document of a credit note can be fetched at once.')
export class CreditNotePdfStatus {
  @Text() creditNoteId: string;
  @OneOf(InvoicePdfStatusEnum) status: PdfStatus;
}

@View('The document of a credit note.')
export class CreditNotePdfContent {
  @Text({ description: 'The file, in base64.' }) contentBase64: string;
  @Text() creditNoteId: string;
  @OneOf(InvoicePdfStatusEnum, { only: 'READY' }) status: PdfStatus;
}
