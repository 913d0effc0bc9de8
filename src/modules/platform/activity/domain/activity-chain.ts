import { TenantEntity } from '#libs/kernel/tenant-entity';

/** Of one environment, whose id it bears as its key: where its log ends, and what was before its begin. Domain: access-and-events W8 */
export class ActivityChain extends TenantEntity {
  /** The place of the last entry; 0 where there was none yet. */
  seq: number;
  /** Its hash, hexadecimal as all here. */
  head: string;
  /** The place of the last entry that was forgotten; 0 where none was. */
  anchorSeq: number;
  anchorHash: string;
}

/** Of the same: when its log is proven next, what became of it last, and what the log stream was told of it. Domain: access-and-events W8 */
export class ActivityWatch extends TenantEntity {
  dueAt: Date;
  /** A process is at it; past this instant it has died. */
  claimedUntil: Date | null;
  provedAt: Date | null;
  /** That held then. */
  rows: number;
  faultSeq: number | null;
  /** Of the entry that stands there, as far as one does. */
  faultId: string | null;
  faultReason: string | null;
  /** The place of the last entry whose hash the log stream was told; 0 where none was. */
  toldSeq: number;
  toldHash: string;
}
