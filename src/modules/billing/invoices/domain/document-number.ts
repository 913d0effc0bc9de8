import { TenantEntity } from '#libs/kernel/tenant-entity';

/** Invoices and credit notes of a legal entity are counted apart. */
export type Series = 'INVOICE' | 'CREDIT_NOTE';

/** How far a legal entity has counted its documents of one kind. Domain: contracts-billing V8 */
export class DocumentSeries extends TenantEntity {
  legalEntityUid: string;
  series: Series;
  lastNumber: number;
}

const words: Readonly<Record<Series, string>> = { INVOICE: 'INV', CREDIT_NOTE: 'CN' };

/**
 * `INV-000042`, or `EU-INV-000042` of an entity with the prefix `EU-`; past a million it grows by a digit.
 * @param prefix of the legal entity
 */
export const documentNumber = (series: Series, count: number, prefix: string | null): string =>
  `${prefix ?? ''}${words[series]}-${String(count).padStart(6, '0')}`;
