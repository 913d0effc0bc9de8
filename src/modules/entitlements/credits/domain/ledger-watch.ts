import { TenantEntity } from '#libs/kernel/tenant-entity';

/** Of one wallet, whose key it bears: when its ledger is proven next, what became of it last, and what the log was told. Domain: credits D7 */
export class LedgerWatch extends TenantEntity {
  dueAt: Date;
  /** A process is at it; past this instant it has died. */
  claimedUntil: Date | null;
  provedAt: Date | null;
  /** That held then. */
  rows: number;
  faultSeq: number | null;
  faultReason: string | null;
  /** The place of the last entry whose digest the log was told; 0 where none was. */
  toldSeq: number;
  toldHead: string;
}
