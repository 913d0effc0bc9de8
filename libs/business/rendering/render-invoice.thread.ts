import type { InvoiceDocument } from '#libs/business/documents/invoice-document';
import { renderInvoice } from '#libs/business/documents/render-invoice';
import { answerBy } from '#libs/threads/thread-answers';

// A copy of its own: a small Buffer may share its memory with others, which cannot be handed over.
answerBy(async (document: InvoiceDocument) => new Uint8Array(await renderInvoice(document)));
