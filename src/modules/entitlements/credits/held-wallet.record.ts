import { CreditGrant, type WalletKey } from './domain/credit-grant';
import type { CreditRecurrence } from './domain/credit-recurrence';
import type { CreditWallet } from './domain/credit-wallet';
import { Wallet, type Draw } from './domain/wallet';

export const keyOf = (of: WalletKey): WalletKey => {
  const { customerUid, customerId, currencyUid, currencyId, resourceKey, resourceId } = of;
  return { customerUid, customerId, currencyUid, currencyId, resourceKey, resourceId };
};

/** What subscriptions give into a wallet, as far as it is not what is stored. */
interface GivenChanges {
  added: readonly CreditRecurrence[];
  changed: readonly CreditRecurrence[];
  gone: readonly CreditRecurrence[];
}

/** Of most: it is asked for several times in each movement. */
const nothingGiven: GivenChanges = { added: [], changed: [], gone: [] };

/** A wallet that nobody else moves until the end of the unit of work, and what is to be stored of it. */
export class HeldWallet {
  /** Grants that are not stored yet. */
  readonly made = new Set<CreditGrant>();
  readonly wallet: Wallet<CreditGrant, CreditRecurrence>;

  private readonly sources: CreditWallet['sources'];

  constructor(
    readonly row: CreditWallet,
    private readonly grants: readonly CreditGrant[],
    private readonly recurrences: readonly CreditRecurrence[],
    /** Per cent of what was given at which its environment is told of what is left, descending. */
    readonly thresholds: readonly number[],
  ) {
    this.sources = row.sources;
    const key = keyOf(row);
    this.wallet = new Wallet(
      row,
      { grants, recurrences },
      {
        borrow: (at) => this.make(CreditGrant.overdraft(row.uid, key, at)),
        renew: (recurrence, window, expireAt) =>
          this.make(
            CreditGrant.recurring(
              row.uid,
              key,
              { recurrence, window, expireAt },
              'system',
              recurrence.nextStart as Date,
            ),
          ),
      },
    );
  }

  make(grant: CreditGrant): CreditGrant {
    this.made.add(grant);
    return grant;
  }

  /** As its wallet moves it, where it does. */
  grant(uid: string): CreditGrant | undefined {
    return this.grants.find((each) => each.uid === uid);
  }

  /** What is told of it right after is as of now. Domain: credits N8 */
  take(draw: Draw, now: Date): void {
    const { row, wallet } = this;
    wallet.consume(draw, now);
    row.periodEnd = wallet.periodEnd;
    row.move(now);
  }

  /** A subscription lets its holder use more than there is. Domain: entitlements-usage Q9 */
  isSoftAt(now: Date): boolean {
    return this.wallet.recurring.some(
      ({ hasSoftLimit, until }) => hasSoftLimit && (until === null || until > now),
    );
  }

  /** Grants that were stored and are otherwise now. */
  get changed(): CreditGrant[] {
    return [...this.wallet.changed].filter((grant) => !this.made.has(grant));
  }

  get given(): GivenChanges {
    const present = this.wallet.recurring;
    if (present.length + this.recurrences.length === 0) return nothingGiven;
    const stored = new Map(this.recurrences.map((each) => [each.uid, each]));
    const remains = new Set(present.map(({ uid }) => uid));
    const isOther = (each: CreditRecurrence) =>
      stored.get(each.uid) !== each || this.wallet.advanced.has(each);
    return {
      added: present.filter(({ uid }) => !stored.has(uid)),
      changed: present.filter((each) => stored.has(each.uid) && isOther(each)),
      gone: this.recurrences.filter(({ uid }) => !remains.has(uid)),
    };
  }

  get hasMoved(): boolean {
    const { made, wallet } = this;
    return made.size > 0 || wallet.changed.size > 0 || wallet.entries.length > 0 || this.isArranged;
  }

  /** Is what subscriptions give into it, or are paid from it, other than what is stored? */
  get isArranged(): boolean {
    if (this.row.sources !== this.sources) return true;
    const { added, changed, gone } = this.given;
    return added.length + changed.length + gone.length > 0;
  }

  /** Before it is stored. */
  settle(now: Date): void {
    const { row, wallet } = this;
    const due = wallet.recurring.flatMap(({ dueAt }) => dueAt?.getTime() ?? []);
    row.nextDue = wallet.nextDue;
    row.sourceDue = due.length > 0 ? new Date(Math.min(...due)) : null;
    row.periodEnd = wallet.periodEnd;
    row.move(now);
  }
}
