import type { BurnTerms } from './burn-order';
import { BurnQueue } from './burn-queue';
import { creditsOf, digestOf, noDigest, unitsOf, type SpelledEntry } from './ledger-chain';

/** An entry as it is stored. */
export interface StoredEntry extends SpelledEntry {
  /** Hexadecimal, as every digest here. */
  digest: string;
}

/** The first entry that does not hold, and why. */
export interface LedgerFault {
  seq: number;
  reason: string;
}

/** The digest of an entry as it was told to the log and noted beside the wallet. */
export interface ToldHead {
  /** 0: none was told yet. */
  seq: number;
  head: string;
}

/** What the tables say besides, which the entries must come to. Credits are spelled as there. */
export interface KeptWallet {
  seq: number;
  balance: string;
  head: string;
  /** The last place that its ledger has. */
  lastSeq: number;
  /** Consumed by grant, as far as anything was. */
  consumed: ReadonlyMap<string, string>;
}

/** A grant as far as the entries have told of it. */
interface Block extends BurnTerms {
  left: bigint;
}

const nobodyTold: ToldHead = { seq: 0, head: noDigest };

/**
 * Goes through the ledger of one wallet from its first entry on and recomputes what each says: its place, its digest, both balances, what was
 * left of its grant, and that it was its turn. It reckons in whole numbers of the smallest part of a credit, and shares no code with what
 * writes the ledger but the order of burning. Domain: credits D6, D7
 */
export class LedgerProof {
  rows = 0;
  private head = noDigest;
  private balance = 0n;
  /** As the entry before this one spells it. */
  private spelledBalance = '';
  private owed = 0n;
  private expiredUntil: Date | undefined;
  /** What a transfer has taken from the overdraft and no grant has paid yet. */
  private inTransfer: bigint | undefined;
  private readonly blocks = new Map<string, Block>();
  /** Those of which something is left. */
  private readonly queue = new BurnQueue<Block>();
  private readonly consumed = new Map<string, bigint>();

  constructor(
    private readonly walletUid: string,
    private readonly told: ToldHead = nobodyTold,
  ) {}

  /** @returns why it does not hold */
  add(entry: StoredEntry): LedgerFault | undefined {
    const reason = this.faultOf(entry);
    if (reason !== undefined) return { seq: entry.seq, reason };
    this.rows++;
    this.head = entry.digest;
    return undefined;
  }

  /** @returns why what the tables keep is not what the entries come to */
  end({ seq, balance, head, lastSeq, consumed }: KeptWallet): LedgerFault | undefined {
    const reason =
      (seq !== this.rows && `the wallet has counted ${seq} entries, its ledger has ${this.rows}`) ||
      (lastSeq !== this.rows && `the wallet has counted ${seq} entries, its ledger goes on to ${lastSeq}`) ||
      (this.told.seq > this.rows &&
        `the log was told of ${this.told.seq} entries, its ledger has ${this.rows}`) ||
      (head !== this.head && 'the digest that the wallet keeps is not that of its last entry') ||
      (unitsOf(balance) !== this.balance &&
        `the wallet keeps a balance of ${creditsOf(unitsOf(balance))}, its ledger comes to ${creditsOf(this.balance)}`) ||
      this.faultOfGrants(consumed);
    return reason ? { seq: this.rows, reason } : undefined;
  }

  get headDigest(): string | null {
    return this.rows === 0 ? null : this.head;
  }

  private faultOfGrants(kept: ReadonlyMap<string, string>): string | undefined {
    for (const uid of new Set([...kept.keys(), ...this.consumed.keys()])) {
      const [stored, told] = [unitsOf(kept.get(uid) ?? '0'), this.consumed.get(uid) ?? 0n];
      if (stored !== told)
        return `grant ${uid} keeps ${creditsOf(stored)} as consumed, the ledger comes to ${creditsOf(told)}`;
    }
    return undefined;
  }

  private faultOf(entry: StoredEntry): string | undefined {
    const { seq, startingBalance, endingBalance, digest } = entry;
    if (seq !== this.rows + 1) return `place ${this.rows + 1} is missing`;
    if (digestOf(this.head, this.walletUid, entry) !== digest)
      return 'its digest is not that of what it tells and of the entry before it';
    if (seq === this.told.seq && digest !== this.told.head)
      return 'its digest is not the one that the log was told';
    if (startingBalance !== this.spelledBalance && unitsOf(startingBalance) !== this.balance)
      return `it begins with ${creditsOf(unitsOf(startingBalance))}, the one before it ends with ${creditsOf(this.balance)}`;
    const amount = unitsOf(entry.amount);
    const balance = this.balance + amount;
    if (balance !== unitsOf(endingBalance)) return 'its balances do not differ by its amount';
    if (this.inTransfer !== undefined && entry.eventType !== 'CREDITS_CONSUMPTION_TRANSFER_TARGET')
      return 'the transfer before it reaches no grant';
    this.balance = balance;
    this.spelledBalance = endingBalance;
    return this.moved(entry, amount);
  }

  private moved(entry: StoredEntry, amount: bigint): string | undefined {
    switch (entry.eventType) {
      case 'CREDITS_GRANTED':
        return this.granted(entry, amount);
      case 'CREDITS_CONSUMED':
        return this.drawn(entry, amount);
      case 'CREDITS_EXPIRED':
        return this.expired(entry, amount);
      case 'CREDITS_VOIDED':
        return this.ended(entry.grantUid, amount, 'voided');
      case 'CREDITS_UPDATED':
        return this.updated(entry, amount);
      case 'CREDITS_CONSUMPTION_TRANSFER_SOURCE':
        return this.settled(entry, amount);
      case 'CREDITS_CONSUMPTION_TRANSFER_TARGET':
        return this.paid(entry, amount);
    }
  }

  private granted({ grantUid, terms }: StoredEntry, amount: bigint): string | undefined {
    if (this.blocks.has(grantUid)) return `grant ${grantUid} has begun before`;
    if (!terms || amount <= 0n) return 'a grant begins with its terms and an amount above 0';
    const block = { uid: grantUid, left: amount, ...terms };
    this.blocks.set(grantUid, block);
    this.queue.put(block);
    return undefined;
  }

  /** Domain: credits N2, N3, N4 */
  private drawn({ grantUid, timestamp }: StoredEntry, amount: bigint): string | undefined {
    if (amount >= 0n) return 'it consumes nothing';
    const at = this.expiredUntil && this.expiredUntil > timestamp ? this.expiredUntil : timestamp;
    if (this.blocks.has(grantUid)) return this.turnOf(grantUid, -amount, at);
    const first = this.queue.firstAt(at);
    if (first) return `it owes what grant ${first.uid} has left`;
    this.owed -= amount;
    this.note(grantUid, -amount);
    return undefined;
  }

  private expired({ grantUid, timestamp }: StoredEntry, amount: bigint): string | undefined {
    const block = this.blocks.get(grantUid);
    if (block && block.expireAt?.getTime() !== timestamp.getTime()) return 'its grant ends at another time';
    this.expiredUntil = timestamp;
    return this.ended(grantUid, amount, 'expired');
  }

  /** What is left of it goes; of one that has not begun, and of an overdraft, nothing is. */
  private ended(grantUid: string, amount: bigint, how: string): string | undefined {
    const block = this.blocks.get(grantUid);
    const left = block?.left ?? 0n;
    if (left !== -amount) return `${creditsOf(left)} were left of the grant that is ${how}`;
    if (!block) return undefined;
    this.queue.remove(block);
    block.left = 0n;
    return undefined;
  }

  private updated({ grantUid, terms }: StoredEntry, amount: bigint): string | undefined {
    if (amount !== 0n || !terms) return 'a change of terms moves nothing and tells them';
    const block = this.blocks.get(grantUid);
    if (!block) return undefined;
    const isQueued = this.queue.remove(block);
    Object.assign(block, terms);
    if (isQueued) this.queue.put(block);
    return undefined;
  }

  private settled({ grantUid }: StoredEntry, amount: bigint): string | undefined {
    if (amount <= 0n || amount > this.owed) return `${creditsOf(this.owed)} were owed`;
    this.owed -= amount;
    this.note(grantUid, -amount);
    this.inTransfer = amount;
    return undefined;
  }

  private paid({ grantUid, timestamp }: StoredEntry, amount: bigint): string | undefined {
    if (this.inTransfer !== -amount) return 'no transfer of that amount stands before it';
    this.inTransfer = undefined;
    return this.turnOf(grantUid, -amount, timestamp);
  }

  private turnOf(grantUid: string, taken: bigint, at: Date): string | undefined {
    const first = this.queue.firstAt(at);
    if (first?.uid !== grantUid)
      return first ? `it was the turn of grant ${first.uid}` : 'nothing was left to draw from';
    if (taken > first.left) return `${creditsOf(first.left)} were left of its grant`;
    first.left -= taken;
    this.note(grantUid, taken);
    if (first.left === 0n) this.queue.remove(first);
    return undefined;
  }

  private note(grantUid: string, taken: bigint): void {
    this.consumed.set(grantUid, (this.consumed.get(grantUid) ?? 0n) + taken);
  }
}
