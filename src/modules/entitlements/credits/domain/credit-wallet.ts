import { Decimal } from '#libs/kernel/decimal';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { WalletKey } from './credit-grant';
import { noDigest } from './ledger-chain';
import type { WalletState } from './wallet';

/** In milliseconds; `until` is exclusive, null: not known yet. */
export interface SourceLife {
  from: number;
  until: number | null;
}

const uncalled = { rechargeSeq: null, rechargeDue: null };

/** The credits of a customer in a currency, at its own level or of a resource. Domain: credits L1, L2 */
export class CreditWallet extends TenantEntity implements WalletKey, WalletState {
  customerUid: string;
  customerId: string;
  currencyUid: string;
  currencyId: string;
  resourceKey: string;
  resourceId: string | null;
  seq: number;
  granted: Decimal;
  used: Decimal;
  expiredUntil: Date | null;
  /** Digest of the last entry of its ledger, hexadecimal. */
  head: string;
  /** When time changes it next; null: never. */
  nextDue: Date | null;
  /** When a subscription that gives into it changes by itself next; null: never. */
  sourceDue: Date | null;
  /** The end of its running recurring grant. */
  periodEnd: Date | null;
  /** Subscriptions that give into it, or whose usage is paid from it, by their keys. */
  sources: Readonly<Record<string, SourceLife>>;
  /** Of its last movement: what was told of it earlier is older. Domain: credits N8 */
  movedAt: Date;
  /** Less than so many credits are to be recharged; null: it never is. Domain: credits A2 */
  rechargeBelow: Decimal | null;
  /** Place of the entry that left less: it was called for a recharge, and is not called for again until that is over. Domain: credits A5 */
  rechargeSeq: number | null;
  /** When somebody must look at that; null: nobody until they are told. */
  rechargeDue: Date | null;
  /** Names the write that has left it as it is; null: none did, or one of an earlier release. */
  lastWrite: string | null;

  static of(key: WalletKey, now: Date): CreditWallet {
    const nothing = new Decimal(0);
    const empty = { seq: 0, granted: nothing, used: nothing, head: noDigest };
    return CreditWallet.instantiate<CreditWallet>(
      CreditWallet,
      {
        ...key,
        ...empty,
        expiredUntil: null,
        nextDue: null,
        sourceDue: null,
        periodEnd: null,
        sources: {},
        movedAt: now,
        ...uncalled,
        rechargeBelow: null,
        lastWrite: null,
      },
      now,
    );
  }

  get balance(): Decimal {
    return this.granted.minus(this.used);
  }

  /** Does it hold less than it is to, and sees nobody to that? Domain: credits A2, A5 */
  get lacks(): boolean {
    const { rechargeBelow, rechargeSeq } = this;
    return rechargeBelow !== null && rechargeSeq === null && this.balance.lessThan(rechargeBelow);
  }

  callForRecharge(now: Date): void {
    Object.assign(this, { rechargeSeq: this.seq, rechargeDue: now });
  }

  /** What it was called for is over. */
  endRecharge(): void {
    Object.assign(this, uncalled);
  }

  /** Without one nothing is given again and again. */
  get hasSources(): boolean {
    return Object.keys(this.sources).length > 0;
  }

  noteSource(sourceKey: string, life: SourceLife | undefined): void {
    const { [sourceKey]: _, ...others } = this.sources;
    this.sources = life ? { ...others, [sourceKey]: life } : others;
  }

  /** It is never told as earlier than what was told of it before, whatever the clocks of processes say; within a millisecond as of one instant. */
  move(now: Date): void {
    if (now > this.movedAt) this.movedAt = now;
  }
}

/** What callers are told of a wallet. Domain: credits N8; entitlements-usage Q9 */
export interface WalletBalance {
  currencyId: string;
  usageLimit: Decimal;
  currentUsage: Decimal;
  timestamp: Date;
  periodEnd: Date | null;
}

export const balanceOf = ({
  currencyId,
  granted,
  used,
  movedAt,
  periodEnd,
}: CreditWallet): WalletBalance => ({
  ...{ currencyId, usageLimit: granted, currentUsage: used },
  ...{ timestamp: movedAt, periodEnd },
});
