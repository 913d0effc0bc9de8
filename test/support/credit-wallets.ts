import { Decimal } from '#libs/kernel/decimal';
import {
  digestOf,
  noDigest,
  spelled,
  spelledEntry,
} from '../../src/modules/entitlements/credits/domain/ledger-chain';
import type { LedgerEntry } from '../../src/modules/entitlements/credits/domain/ledger-entry';
import {
  LedgerProof,
  type LedgerFault,
  type StoredEntry,
  type ToldHead,
} from '../../src/modules/entitlements/credits/domain/ledger-proof';
import { Wallet, type Cause, type WalletGrant } from '../../src/modules/entitlements/credits/domain/wallet';

export const walletUid = '0198c000-0000-7000-8000-000000000001';

/** What a test says of a grant; the rest is as ordinary as can be. */
export type SaidGrant = { uid: string; amount: number | string } & Partial<Omit<WalletGrant, 'amount'>>;

const begin = new Date('2026-01-01T00:00:00Z');

export const grantOf = ({ uid, amount, ...said }: SaidGrant): WalletGrant => ({
  ...{ uid, grantType: 'PAID', priority: 10, expireAt: null, effectiveAt: begin },
  ...{
    consumed: new Decimal(0),
    isPosted: false,
    isIdle: false,
    closedAt: null,
    voidedAt: null,
    grantedBy: 'somebody',
    sourceKey: null,
  },
  createdAt: said.effectiveAt ?? begin,
  ...said,
  amount: new Decimal(amount),
});

/** One that nothing was ever in, with all that was: grants by their names, overdrafts as OD1, OD2, … */
export class TriedWallet {
  readonly grants = new Map<string, WalletGrant>();
  private borrowed = 0;
  readonly state = { seq: 0, granted: new Decimal(0), used: new Decimal(0), expiredUntil: null };
  private renewed = 0;
  readonly wallet = new Wallet<WalletGrant>(
    this.state,
    { grants: [], recurrences: [] },
    {
      borrow: (at) => {
        const terms = { grantType: 'OVERDRAFT', effectiveAt: at, isPosted: true } as const;
        return this.keep(grantOf({ uid: `OD${++this.borrowed}`, amount: 0, ...terms }));
      },
      renew: ({ amount, sourceKey, nextStart }, _window, expireAt) => {
        const terms = {
          grantType: 'RECURRING',
          effectiveAt: nextStart as Date,
          expireAt,
          sourceKey,
        } as const;
        return this.keep(grantOf({ uid: `R${++this.renewed}`, amount: amount.toFixed(), ...terms }));
      },
    },
  );

  give(said: SaidGrant, now: Date): WalletGrant {
    const grant = this.keep(grantOf(said));
    this.wallet.add(grant, now);
    return grant;
  }

  use(amount: number | string, at: Date, now = at, said: Partial<Cause> = {}): void {
    const eventId = `use-at-${at.toISOString()}`;
    const cause = { actor: 'reporter', eventId, featureId: null, dimensions: null, ...said };
    this.wallet.consume({ ...cause, amount: new Decimal(amount), at }, now);
  }

  grant(uid: string): WalletGrant {
    const found = this.grants.get(uid);
    if (!found) throw new Error(`no grant ${uid}`);
    return found;
  }

  /** As rows of a table would be read. */
  get ledger(): string[] {
    return this.wallet.entries.map(rowOf);
  }

  private keep(grant: WalletGrant): WalletGrant {
    this.grants.set(grant.uid, grant);
    return grant;
  }

  proved(
    entries: readonly StoredEntry[] = chained(this.wallet.entries),
    told?: ToldHead,
  ): LedgerFault | undefined {
    const proof = new LedgerProof(walletUid, told);
    for (const entry of entries) {
      const fault = proof.add(entry);
      if (fault) return fault;
    }
    const consumed = new Map([...this.grants.values()].map((each) => [each.uid, spelled(each.consumed)]));
    const head = entries.at(-1)?.digest ?? noDigest;
    const balance = spelled(this.wallet.balance);
    return proof.end({ seq: this.state.seq, balance, head, lastSeq: entries.length, consumed });
  }
}

/** With the digests that are stored with them. */
export function chained(entries: readonly LedgerEntry[]): StoredEntry[] {
  let previous = noDigest;
  return entries.map((entry) => {
    const told = spelledEntry(entry);
    previous = digestOf(previous, walletUid, told);
    return { ...told, digest: previous };
  });
}

const rowOf = ({ eventType, grantUid, amount, endingBalance }: LedgerEntry): string =>
  `${eventType.replace('CREDITS_', '').replace('CONSUMPTION_', '')} ${grantUid} ${amount.toFixed()} → ${endingBalance.toFixed()}`;
