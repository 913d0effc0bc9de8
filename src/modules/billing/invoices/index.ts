export { CollectedInvoices, moneyArriving } from './collected-invoices.service';
export { contractNamed } from './contract-credit-notes.service';
export { ContractInvoices, type ContractInvoice, type InvoicesAround } from './contract-invoices.service';
export { LatestInvoice, NextInvoice } from './contract-invoices.views';
export { CreditGrantInvoices } from './credit-grant-invoices.service';
export { requireEmail, requireReachable } from './domain/reachable';
export type {
  BilledContract,
  BilledSale,
  InvoiceCollection,
  Invoice as StoredInvoice,
  InvoiceState,
  ScheduledInvoice,
} from './domain/invoice';
export type {
  InvoiceLine as StoredInvoiceLine,
  InvoiceLineType,
  PricedUsage,
  ScheduledLine,
} from './domain/invoice-line';
export { invoicesToCollect } from './finalization.service';
export { documentsToCome, usagePrices } from './invoiced-usage.service';
export type { BillTerms, InvoiceKind, SoldDocument } from './domain/sold-document';
export { Sellers } from './sellers.service';
export { SubscriptionInvoices, type HeldLine, type InvoiceStanding } from './subscription-invoices.service';
export { invoicePaid } from './invoice-payments.service';
export { invoiceCanceled } from './invoice-reversal.service';
export { InvoicesModule } from './invoices.module';
export type { Till } from './domain/till';
export { atTill, awayFromTill, tillHere } from './tills.service';
export { WithdrawnInvoices } from './withdrawn-invoices.service';
