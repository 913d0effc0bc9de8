import type { Decimal } from '#libs/kernel/decimal';

/** What a charge of usage has billed. Domain: customers-subscriptions X9 */
export interface ChargedUsage {
  periodStart: Date;
  periodEnd: Date;
  /** Sold units by feature, included ones too. */
  sold: { featureId: string; units: Decimal }[];
  /** Null where nothing was used. */
  invoiceUid: string | null;
}
