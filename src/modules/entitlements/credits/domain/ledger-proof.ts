import { Decimal } from '#libs/kernel/decimal';
import { byBurnOrder, isEffectiveAt, remainingOf, type Block } from './burn-order';
import { digestOf, noDigest } from './ledger-chain';
import type { LedgerEntry } from './ledger-entry';

/** An entry as it is stored. */
export interface StoredEntry extends LedgerEntry {
  digest: Buffer;
}

/** The first entry that does not hold, and why. */
export interface LedgerFault {
  seq: number;
  reason: string;
}

/** What the tables say besides, which the entries must come to. */
export interface KeptWallet {
  seq: number;
  balance: Decimal;
  head: Buffer;
  /** Consumed by grant, as far as anything was. */
  consumed: ReadonlyMap<string, Decimal>;
}

const zero = new Decimal(0);

/**
 * Goes through the ledger of one wallet from its first entry on and recomputes what each says: its place, its digest, both balances, what was
 * left of its grant, and that it was its turn. It shares no code with what writes the ledger but the order of burning. Domain: credits D6, D7
 */
export class LedgerProof {
  rows = 0;
  private head: Buffer = noDigest;
  private balance = zero;
  private owed = zero;
  private expiredUntil: Date | undefined;
  /** What a transfer has taken from the overdraft and no grant has paid yet. */
  private inTransfer: Decimal | undefined;
  private readonly blocks = new Map<string, Block>();
  /** Those of which something is left, in the order of burning. */
  private queue: Block[] = [];
  private readonly consumed = new Map<string, Decimal>();

  constructor(private readonly walletUid: string) {}

  /** @returns why it does not hold */
  add(entry: StoredEntry): LedgerFault | undefined {
    const reason = this.faultOf(entry);
    if (reason !== undefined) return { seq: entry.seq, reason };
    this.rows++;
    this.head = entry.digest;
    this.balance = entry.endingBalance;
    return undefined;
  }

  /** @returns why what the tables keep is not what the entries come to */
  end({ seq, balance, head, consumed }: KeptWallet): LedgerFault | undefined {
    const reason =
      (seq !== this.rows && `the wallet has counted ${seq} entries, its ledger has ${this.rows}`) ||
      (!head.equals(this.head) && 'the digest that the wallet keeps is not that of its last entry') ||
      (!balance.equals(this.balance) &&
        `the wallet keeps a balance of ${balance.toFixed()}, its ledger comes to ${this.balance.toFixed()}`) ||
      this.faultOfGrants(consumed);
    return reason ? { seq: this.rows, reason } : undefined;
  }

  get headDigest(): string | null {
    return this.rows === 0 ? null : this.head.toString('hex');
  }

  private faultOfGrants(kept: ReadonlyMap<string, Decimal>): string | undefined {
    for (const uid of new Set([...kept.keys(), ...this.consumed.keys()])) {
      const [stored, told] = [kept.get(uid) ?? zero, this.consumed.get(uid) ?? zero];
      if (!stored.equals(told))
        return `grant ${uid} keeps ${stored.toFixed()} as consumed, the ledger comes to ${told.toFixed()}`;
    }
    return undefined;
  }

  private faultOf(entry: StoredEntry): string | undefined {
    const { seq, amount, startingBalance, endingBalance } = entry;
    if (seq !== this.rows + 1) return `place ${this.rows + 1} is missing`;
    if (!digestOf(this.head, this.walletUid, entry).equals(entry.digest))
      return 'its digest is not that of what it tells and of the entry before it';
    if (!startingBalance.equals(this.balance))
      return `it begins with ${startingBalance.toFixed()}, the one before it ends with ${this.balance.toFixed()}`;
    if (!startingBalance.plus(amount).equals(endingBalance))
      return 'its balances do not differ by its amount';
    if (this.inTransfer && entry.eventType !== 'CREDITS_CONSUMPTION_TRANSFER_TARGET')
      return 'the transfer before it reaches no grant';
    return this.moved(entry);
  }

  private moved(entry: StoredEntry): string | undefined {
    switch (entry.eventType) {
      case 'CREDITS_GRANTED':
        return this.granted(entry);
      case 'CREDITS_CONSUMED':
        return this.drawn(entry);
      case 'CREDITS_EXPIRED':
        return this.expired(entry);
      case 'CREDITS_VOIDED':
        return this.ended(entry, 'voided');
      case 'CREDITS_UPDATED':
        return this.updated(entry);
      case 'CREDITS_CONSUMPTION_TRANSFER_SOURCE':
        return this.settled(entry);
      case 'CREDITS_CONSUMPTION_TRANSFER_TARGET':
        return this.paid(entry);
    }
  }

  private granted({ grantUid, amount, terms }: StoredEntry): string | undefined {
    if (this.blocks.has(grantUid)) return `grant ${grantUid} has begun before`;
    if (!terms || !amount.greaterThan(0)) return 'a grant begins with its terms and an amount above 0';
    const block = { uid: grantUid, amount, consumed: zero, ...terms };
    this.blocks.set(grantUid, block);
    this.enqueue(block);
    return undefined;
  }

  /** Domain: credits N2, N3, N4 */
  private drawn({ grantUid, amount, timestamp }: StoredEntry): string | undefined {
    if (!amount.lessThan(0)) return 'it consumes nothing';
    const at = this.expiredUntil && this.expiredUntil > timestamp ? this.expiredUntil : timestamp;
    const taken = amount.negated();
    if (this.blocks.has(grantUid)) return this.turnOf(grantUid, taken, at);
    const first = this.firstAt(at);
    if (first) return `it owes what grant ${first.uid} has left`;
    this.owed = this.owed.plus(taken);
    this.note(grantUid, taken);
    return undefined;
  }

  private expired(entry: StoredEntry): string | undefined {
    const block = this.blocks.get(entry.grantUid);
    if (block && block.expireAt?.getTime() !== entry.timestamp.getTime())
      return 'its grant ends at another time';
    this.expiredUntil = entry.timestamp;
    return this.ended(entry, 'expired');
  }

  /** What is left of it goes; of one that has not begun, and of an overdraft, nothing is. */
  private ended({ grantUid, amount }: StoredEntry, how: string): string | undefined {
    const block = this.blocks.get(grantUid);
    const left = block ? remainingOf(block) : zero;
    if (!left.negated().equals(amount)) return `${left.toFixed()} were left of the grant that is ${how}`;
    this.queue = this.queue.filter((each) => each !== block);
    if (block) block.consumed = block.amount.plus(0);
    return undefined;
  }

  private updated({ grantUid, amount, terms }: StoredEntry): string | undefined {
    if (!amount.isZero() || !terms) return 'a change of terms moves nothing and tells them';
    const block = this.blocks.get(grantUid);
    if (block) Object.assign(block, terms);
    this.queue.sort(byBurnOrder);
    return undefined;
  }

  private settled({ grantUid, amount }: StoredEntry): string | undefined {
    if (!amount.greaterThan(0) || amount.greaterThan(this.owed)) return `${this.owed.toFixed()} were owed`;
    this.owed = this.owed.minus(amount);
    this.note(grantUid, amount.negated());
    this.inTransfer = amount;
    return undefined;
  }

  private paid({ grantUid, amount, timestamp }: StoredEntry): string | undefined {
    if (!this.inTransfer?.equals(amount.negated())) return 'no transfer of that amount stands before it';
    this.inTransfer = undefined;
    return this.turnOf(grantUid, amount.negated(), timestamp);
  }

  private turnOf(grantUid: string, taken: Decimal, at: Date): string | undefined {
    const first = this.firstAt(at);
    if (first?.uid !== grantUid)
      return first ? `it was the turn of grant ${first.uid}` : 'nothing was left to draw from';
    if (taken.greaterThan(remainingOf(first)))
      return `${remainingOf(first).toFixed()} were left of its grant`;
    first.consumed = first.consumed.plus(taken);
    this.note(grantUid, taken);
    if (remainingOf(first).isZero()) this.queue.splice(this.queue.indexOf(first), 1);
    return undefined;
  }

  private note(grantUid: string, taken: Decimal): void {
    this.consumed.set(grantUid, (this.consumed.get(grantUid) ?? zero).plus(taken));
  }

  private firstAt(at: Date): Block | undefined {
    return this.queue.find((block) => isEffectiveAt(block, at));
  }

  private enqueue(block: Block): void {
    const place = this.queue.findIndex((each) => byBurnOrder(block, each) < 0);
    this.queue.splice(place < 0 ? this.queue.length : place, 0, block);
  }
}
