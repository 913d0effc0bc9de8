/** Who collects what is sold: a provider as it falls due, its seller by invoices, or somebody elsewhere. */
export type CollectionMethod = 'CHARGE' | 'INVOICE' | 'NONE';
