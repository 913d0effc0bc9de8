import { enumShape } from '#libs/shape/enum-shape';

/** What callers see: a draft is no invoice to them. Domain: contracts-billing V2 */
export type InvoiceStatus = 'OPEN' | 'CANCELED' | 'PAID';
export const InvoiceStatusEnum = enumShape<InvoiceStatus>('InvoiceStatus', ['OPEN', 'CANCELED', 'PAID']);
