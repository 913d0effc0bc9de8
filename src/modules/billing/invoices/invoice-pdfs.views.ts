import { View } from '#libs/shape/classes';
import { OneOf, Text } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { PdfStatus } from './domain/invoice-pdf';

export const InvoicePdfStatusEnum = enumShape<PdfStatus>('InvoicePdfStatusValue', ['PENDING', 'READY']);

@View('Whether the document of an invoice can be fetched at once.')
export class InvoicePdfStatus {
  @Text() invoiceId: string;

  @OneOf(InvoicePdfStatusEnum, { description: 'Of the invoice as it is now: paid, it is rendered anew.' })
  status: PdfStatus;
}

@View('The document of an invoice.')
export class InvoicePdfContent {
  @Text({ description: 'The file, in base64.' }) contentBase64: string;
  @Text() invoiceId: string;
  @OneOf(InvoicePdfStatusEnum, { only: 'READY' }) status: PdfStatus;
}
