import { latest } from '#libs/kernel/period';
import { Decimal } from '#libs/kernel/decimal';
import { byBurnOrder, isEffectiveAt, remainingOf, type Block } from './burn-order';
import { termsOf, type Dimensions, type LedgerEntry } from './ledger-entry';
import type { WalletLevel } from './low-balance';
import { endWithin, nextOf, windowAt, type CreditWindow, type Recurrence } from './recurrence';

/** A grant as its wallet keeps it. */
export interface WalletGrant extends Block {
  /** It has begun, and is in the ledger since. */
  isPosted: boolean;
  /** Neither time nor usage moves it any more: it has ended, or is spent and has no end. */
  isIdle: boolean;
  /** It has expired, was voided, or was an overdraft that is settled: it counts no more. */
  closedAt: Date | null;
  voidedAt: Date | null;
  /** Who gave it. */
  grantedBy: string;
  /** Of a recurring one: the subscription that gives it. */
  sourceKey: string | null;
}

/** What a wallet is, besides the grants in it. */
export interface WalletState {
  /** Place of the last entry of its ledger; 0 before the first. */
  seq: number;
  /** Credits of all grants that count, and what is consumed of them, the overdraft's included. */
  granted: Decimal;
  used: Decimal;
  /** Of the last expiry that stands in the ledger. */
  expiredUntil: Date | null;
}

/** Who and what moves a wallet. */
export interface Cause {
  actor: string;
  eventId: string | null;
  featureId: string | null;
  dimensions: Dimensions | null;
}

/** Credits to be taken. */
export interface Draw extends Cause {
  amount: Decimal;
  /** When it was used; after `now` it counts as now. */
  at: Date;
}

/** What time or a decision about a grant brings about is of no event. */
export const causedBy = (actor: string): Cause => ({
  ...{ actor, eventId: null },
  ...{ featureId: null, dimensions: null },
});

const clock = causedBy('system');
const zero = new Decimal(0);

/** Of one instant what ends is over before a subscription gives, and that is there before others begin. Domain: customers-subscriptions Z2 */
const turns = { ends: 0, recurs: 1, begins: 2 } as const;

/** What time brings about. */
type Boundary<G, R> = { at: Date } & (
  | { turn: typeof turns.ends | typeof turns.begins; grant: G }
  | { turn: typeof turns.recurs; recurrence: R }
);

/** Makes the grants that nobody asks for. */
export interface GrantMaker<G, R> {
  /** The overdraft, at the first shortage. */
  borrow(at: Date): G;
  /** What a subscription gives in a window; it may end before that does. */
  renew(recurrence: R, window: CreditWindow, expireAt: Date): G;
}

/** All that time and usage can move. */
export interface WalletContents<G, R> {
  /** All that are not idle. */
  grants: Iterable<G>;
  recurrences: readonly R[];
}

/**
 * Credits of one customer in one currency, with the ledger of all that moves them. It knows no clock and no table: what it is told at
 * the same instants in the same order gives the same ledger.
 *
 * What is lacking is owed by an overdraft, and whatever can be used settles it at once: so where something is owed, nothing is left.
 * Domain: credits L1, L2, D1–D3, N2–N5, N11
 */
export class Wallet<G extends WalletGrant = WalletGrant, R extends Recurrence = Recurrence> {
  /** Since it was loaded, in their order. */
  readonly entries: LedgerEntry[] = [];
  /** Grants that are not as they were loaded. */
  readonly changed = new Set<G>();
  /** Those that were spent by what was told since it was loaded. */
  readonly depleted = new Set<G>();
  /** Those whose end was noted since. */
  readonly expired = new Set<G>();
  /** Those that were drawn from since, with what was consumed of each before. */
  readonly drawn = new Map<G, Decimal>();
  private readonly rests: WalletLevel[] = [];
  private restedAt: Date | undefined;
  private readonly open: G[];
  private recurrences: R[];
  private overdraft: G | undefined;
  private told: Decimal;

  /** Recurrences that are not as they were loaded. */
  readonly advanced = new Set<R>();

  constructor(
    private readonly state: WalletState,
    { grants, recurrences }: WalletContents<G, R>,
    private readonly make: GrantMaker<G, R>,
  ) {
    this.recurrences = [...recurrences];
    const all = [...grants];
    this.open = all.filter(({ grantType }) => grantType !== 'OVERDRAFT').sort(byBurnOrder);
    this.overdraft = all.find(({ grantType }) => grantType === 'OVERDRAFT');
    this.told = this.balance;
  }

  get balance(): Decimal {
    return this.state.granted.minus(this.state.used);
  }

  /** Was anything taken from it since it was loaded? */
  get hasConsumed(): boolean {
    return this.entries.some(({ eventType }) => eventType === 'CREDITS_CONSUMED');
  }

  /** How it stood each time it was at rest since it was loaded, and stands now. Domain: credits B1 */
  get levels(): WalletLevel[] {
    return [...this.rests, this.level];
  }

  /** When it changes next by itself; null: never. */
  get nextDue(): Date | null {
    const next = this.nextBoundary();
    return next?.at ?? null;
  }

  /** The end of the running recurring grant that ends first. */
  get periodEnd(): Date | null {
    const running = this.open.filter(({ grantType, isPosted }) => grantType === 'RECURRING' && isPosted);
    const ends = running.map(({ expireAt }) => expireAt?.getTime() ?? Infinity);
    const first = Math.min(...ends);
    return Number.isFinite(first) ? new Date(first) : null;
  }

  /** What time brings about until then, in its order; of one instant ends come before begins. Domain: credits G3, N5, N11 */
  advance(to: Date): void {
    for (let next = this.nextBoundary(); next && next.at <= to; next = this.nextBoundary()) {
      this.restBefore(next.at);
      if (next.turn === turns.recurs) this.recur(next.recurrence, next.at);
      else if (next.turn === turns.ends) this.expire(next.grant, next.at);
      else this.begin(next.grant, next.at);
    }
    this.restBefore(to);
  }

  /** A grant that begins by now is in the ledger with it. */
  add(grant: G, now: Date): void {
    this.advance(now);
    this.open.push(grant);
    this.open.sort(byBurnOrder);
    this.changed.add(grant);
    this.advance(now);
  }

  /** Would this leave nothing owed? Time goes on before it is judged. Domain: credits N9 */
  affords(amount: Decimal, now: Date): boolean {
    this.advance(now);
    return this.balance.greaterThanOrEqualTo(amount);
  }

  /** Takes credits, whether they are there or not. Domain: credits N2–N4, D4 */
  consume({ amount, at, ...cause }: Draw, now: Date): void {
    const instant = at < now ? at : now;
    this.advance(instant);
    this.rests.push(this.level);
    const { expiredUntil } = this.state;
    const judged = expiredUntil ? latest(instant, expiredUntil) : instant;
    let lacking = amount;
    for (const grant of this.burnable(judged)) {
      const taken = Decimal.min(lacking, remainingOf(grant));
      this.draw(grant, taken, instant, cause);
      lacking = lacking.minus(taken);
      if (lacking.isZero()) break;
    }
    if (lacking.greaterThan(0)) {
      this.owe(lacking, instant, cause);
      // What runs pays before time goes on, though it was not there yet when this was used: else it could end while something is owed.
      this.settle(this.latestBegin(instant));
    }
    this.advance(now);
    this.settle(now);
  }

  /** What is left of it is lost, what was consumed stays so. Domain: credits G5 */
  void(grant: G, actor: string, now: Date): void {
    this.advance(now);
    const lost = grant.isPosted ? remainingOf(grant) : zero;
    grant.voidedAt = now;
    this.close(grant, now);
    this.post('CREDITS_VOIDED', lost.negated(), grant, now, causedBy(actor));
  }

  /** Other terms from now on. Domain: credits G6 */
  update(grant: G, change: () => void, actor: string, now: Date): void {
    this.advance(now);
    change();
    grant.isIdle = grant.closedAt !== null || (grant.expireAt === null && remainingOf(grant).isZero());
    if (!grant.isIdle && !this.open.includes(grant)) this.open.push(grant);
    this.open.sort(byBurnOrder);
    this.changed.add(grant);
    this.post('CREDITS_UPDATED', zero, grant, now, causedBy(actor));
  }

  /** All that subscriptions give into it. */
  get recurring(): readonly R[] {
    return this.recurrences;
  }

  /** What a subscription gives from now on in place of what it gave. */
  replaceRecurrences(sourceKey: string, recurrences: readonly R[]): void {
    const others = this.recurrences.filter((each) => each.sourceKey !== sourceKey);
    this.recurrences = [...others, ...recurrences];
  }

  recurrencesOf(sourceKey: string): R[] {
    return this.recurrences.filter((each) => each.sourceKey === sourceKey);
  }

  /** Those that run of what a subscription has given. */
  runningOf(sourceKey: string): G[] {
    return this.open.filter((grant) => grant.isPosted && grant.sourceKey === sourceKey);
  }

  /** From now on another subscription gives it. Domain: credits R5 */
  hand(grant: G, sourceKey: string): void {
    grant.sourceKey = sourceKey;
    this.changed.add(grant);
  }

  private get level(): WalletLevel {
    const { balance, state } = this;
    return { granted: state.granted, left: balance, isUntouched: state.seq === 0 };
  }

  /** What happens at one instant is one step: what ends with a window and what begins with the next one leave nothing between them. */
  private restBefore(at: Date): void {
    if (this.restedAt && at <= this.restedAt) return;
    this.restedAt = at;
    this.rests.push(this.level);
  }

  private nextBoundary(): Boundary<G, R> | undefined {
    let next: Boundary<G, R> | undefined;
    const note = (boundary: Boundary<G, R>): void => {
      const difference = next ? boundary.at.getTime() - next.at.getTime() : -1;
      if (difference < 0 || (difference === 0 && next && boundary.turn < next.turn)) next = boundary;
    };
    for (const grant of this.open) {
      const at = grant.isPosted ? grant.expireAt : grant.effectiveAt;
      if (at) note({ grant, at, turn: grant.isPosted ? turns.ends : turns.begins });
    }
    for (const recurrence of this.recurrences) {
      const at = nextOf(recurrence);
      if (at) note({ recurrence, at, turn: turns.recurs });
    }
    return next;
  }

  /** A window begins: what it brings is there before anything of the window is used. Domain: credits R2, R7, R8 */
  private recur(recurrence: R, at: Date): void {
    const window = windowAt(recurrence, at);
    const grant = this.make.renew(recurrence, window, endWithin(window.end, recurrence.until));
    recurrence.nextStart = window.end;
    this.advanced.add(recurrence);
    this.open.push(grant);
    this.open.sort(byBurnOrder);
    this.begin(grant, at);
  }

  private begin(grant: G, at: Date): void {
    grant.isPosted = true;
    this.changed.add(grant);
    this.state.granted = this.state.granted.plus(grant.amount);
    this.state.used = this.state.used.plus(grant.consumed);
    this.post('CREDITS_GRANTED', grant.amount, grant, at, causedBy(grant.grantedBy));
    this.settle(at);
  }

  private expire(grant: G, at: Date): void {
    const lost = remainingOf(grant);
    this.close(grant, at);
    this.expired.add(grant);
    if (lost.isZero()) return;
    this.post('CREDITS_EXPIRED', lost.negated(), grant, at, clock);
    this.state.expiredUntil = at;
  }

  /** It counts no more, with all of it that did. */
  private close(grant: G, at: Date): void {
    if (grant.isPosted) {
      this.state.granted = this.state.granted.minus(grant.amount);
      this.state.used = this.state.used.minus(grant.consumed);
    }
    grant.closedAt = at;
    this.changed.add(grant);
    this.leave(grant);
  }

  private leave(grant: G): void {
    grant.isIdle = true;
    const place = this.open.indexOf(grant);
    if (place >= 0) this.open.splice(place, 1);
  }

  /** In the order in which they are drawn from. */
  private burnable(at: Date): G[] {
    return this.open.filter(
      (grant) => grant.isPosted && isEffectiveAt(grant, at) && remainingOf(grant).greaterThan(0),
    );
  }

  /** By when all that runs had begun; none of it has ended by then. */
  private latestBegin(instant: Date): Date {
    const begins = this.open.filter(({ isPosted }) => isPosted).map(({ effectiveAt }) => effectiveAt);
    return begins.reduce(latest, instant);
  }

  private draw(grant: G, amount: Decimal, at: Date, cause: Cause): void {
    this.take(grant, amount);
    this.state.used = this.state.used.plus(amount);
    this.post('CREDITS_CONSUMED', amount.negated(), grant, at, cause);
  }

  private take(grant: G, amount: Decimal): void {
    if (!this.drawn.has(grant)) this.drawn.set(grant, grant.consumed);
    grant.consumed = grant.consumed.plus(amount);
    this.changed.add(grant);
    if (!remainingOf(grant).isZero()) return;
    this.depleted.add(grant);
    if (grant.expireAt === null) this.leave(grant);
  }

  private owe(amount: Decimal, at: Date, cause: Cause): void {
    this.overdraft ??= this.make.borrow(at);
    const { overdraft } = this;
    overdraft.consumed = overdraft.consumed.plus(amount);
    this.changed.add(overdraft);
    this.state.used = this.state.used.plus(amount);
    this.post('CREDITS_CONSUMED', amount.negated(), overdraft, at, cause);
  }

  /** What can be used pays what is owed; what is owed no more is over. Domain: credits N5 */
  private settle(at: Date): void {
    const { overdraft } = this;
    if (!overdraft) return;
    for (const grant of this.burnable(at)) {
      const paid = Decimal.min(overdraft.consumed, remainingOf(grant));
      overdraft.consumed = overdraft.consumed.minus(paid);
      this.changed.add(overdraft);
      this.state.used = this.state.used.minus(paid);
      this.post('CREDITS_CONSUMPTION_TRANSFER_SOURCE', paid, overdraft, at, clock);
      this.take(grant, paid);
      this.state.used = this.state.used.plus(paid);
      this.post('CREDITS_CONSUMPTION_TRANSFER_TARGET', paid.negated(), grant, at, clock);
      if (overdraft.consumed.isZero()) break;
    }
    if (!overdraft.consumed.isZero()) return;
    this.overdraft = undefined;
    Object.assign(overdraft, { voidedAt: at, closedAt: at, isIdle: true });
    this.post('CREDITS_VOIDED', zero, overdraft, at, clock);
  }

  private post(
    eventType: LedgerEntry['eventType'],
    amount: Decimal,
    grant: G,
    timestamp: Date,
    cause: Cause,
  ): void {
    const startingBalance = this.told;
    this.told = startingBalance.plus(amount);
    const isTold = eventType === 'CREDITS_GRANTED' || eventType === 'CREDITS_UPDATED';
    this.entries.push({
      ...cause,
      ...{ seq: ++this.state.seq, eventType, timestamp },
      // A negated nothing is nothing.
      amount: amount.isZero() ? zero : amount,
      ...{ grantUid: grant.uid, terms: isTold ? termsOf(grant) : null },
      ...{ startingBalance, endingBalance: this.told },
    });
  }
}
