import { Decimal } from '#libs/kernel/decimal';
import { latest } from '#libs/kernel/period';
import { CreditGrant, type WalletKey } from './credit-grant';
import { CreditRecurrence } from './credit-recurrence';
import {
  endWithin,
  windowAt,
  type CreditCadence,
  type CreditWindow,
  type GrantSourceType,
} from './recurrence';
import type { Wallet } from './wallet';

/** What a subscription gives of one currency, from one entitlement or charge. */
export interface Allowance {
  /** Unique within the subscription. */
  key: string;
  sourceType: GrantSourceType;
  displayName: string;
  amount: Decimal;
  cadence: CreditCadence;
  hasSoftLimit: boolean;
}

/** A subscription as far as it gives credits of one currency. */
export interface GivingSource {
  sourceKey: string;
  from: Date;
  until: Date | null;
  dueAt: Date | null;
  /** From which windows are counted; another one means that usage was reset. */
  anchor: Date;
  allowances: readonly Allowance[];
}

/** What becomes of grants whose subscription has ended: they end too, are lost to a new begin, or run on as those of its successor. */
export type Ending = { kind: 'EXPIRES' } | { kind: 'IS_RESET' } | { kind: 'IS_SUCCEEDED'; by: string };

/** Under which a change of a source is made. */
interface Occasion {
  walletUid: string;
  key: WalletKey;
  actor: string;
  now: Date;
  /** Notes a grant that is not stored yet. */
  made(grant: CreditGrant): CreditGrant;
}

const none = new Decimal(0);

/** What becomes of a wallet when what a subscription gives into it has changed. Domain: credits R4–R6 */
export class SourceChange {
  constructor(
    private readonly wallet: Wallet<CreditGrant, CreditRecurrence>,
    private readonly occasion: Occasion,
  ) {}

  /** From now on it gives this. Nothing is taken back of what runs, unless its windows begin anew. */
  give(source: GivingSource): void {
    const { wallet, occasion } = this;
    const { now, actor } = occasion;
    wallet.advance(now);
    const before = wallet.recurrencesOf(source.sourceKey);
    const isReset = before.some(({ anchor }) => anchor.getTime() !== source.anchor.getTime());
    if (isReset) for (const grant of wallet.runningOf(source.sourceKey)) wallet.void(grant, actor, now);
    const known = new Map(isReset ? [] : before.map((each) => [each.key, each]));
    const recurrences = source.allowances.map((allowance) =>
      this.recurrenceOf(source, allowance, known.get(allowance.key)),
    );
    wallet.replaceRecurrences(source.sourceKey, recurrences);
    wallet.advance(now);
    this.endWith(source);
    if (source.from <= now) this.top(source, recurrences);
    wallet.advance(now);
  }

  /** It gives nothing any more. */
  end(sourceKey: string, ending: Ending): void {
    const { wallet, occasion } = this;
    const { now, actor } = occasion;
    wallet.advance(now);
    wallet.replaceRecurrences(sourceKey, []);
    for (const grant of wallet.runningOf(sourceKey)) {
      if (ending.kind === 'IS_RESET') wallet.void(grant, actor, now);
      else if (ending.kind === 'IS_SUCCEEDED') wallet.hand(grant, ending.by);
      else wallet.update(grant, () => (grant.expireAt = now), actor, now);
    }
    wallet.advance(now);
  }

  private recurrenceOf(
    { sourceKey, from, until, dueAt, anchor }: GivingSource,
    allowance: Allowance,
    known: { uid: string; nextStart: Date | null } | undefined,
  ): CreditRecurrence {
    const { walletUid, now } = this.occasion;
    const window = windowAt({ cadence: allowance.cadence, anchor }, latest(from, now));
    // Of the window that runs it is topped up at once; one whose begin nobody has noted begins as it would have.
    const missed = known?.nextStart && known.nextStart <= now ? known.nextStart : null;
    const nextStart = from > now ? from : (missed ?? window.end);
    const recurrence = CreditRecurrence.of(
      walletUid,
      { sourceKey, ...allowance, anchor, until, dueAt, nextStart },
      now,
    );
    return known ? Object.assign(recurrence, { uid: known.uid }) : recurrence;
  }

  /** Of each kind of window what is lacking of all that it gives, whatever it came from before. */
  private top(source: GivingSource, recurrences: readonly CreditRecurrence[]): void {
    for (const cadence of ['MONTH', 'YEAR'] as const) {
      const giving = recurrences.filter((each) => each.cadence === cadence);
      const running = this.wallet.runningOf(source.sourceKey).filter((grant) => grant.cadence === cadence);
      let lacking = sumOf(giving).minus(sumOf(running));
      for (const recurrence of giving) {
        const own = running.filter(({ sourceEntitlement }) => sourceEntitlement === recurrence.key);
        const amount = Decimal.min(lacking, recurrence.amount.minus(sumOf(own)));
        if (!amount.greaterThan(0)) continue;
        lacking = lacking.minus(amount);
        this.giveNow(recurrence, amount);
      }
    }
  }

  private giveNow(recurrence: CreditRecurrence, amount: Decimal): void {
    const { walletUid, key, actor, now } = this.occasion;
    const window: CreditWindow = windowAt(recurrence, now);
    const expireAt = endWithin(window.end, recurrence.until);
    if (expireAt <= now) return;
    const grant = CreditGrant.recurring(walletUid, key, { recurrence, window, expireAt, amount }, actor, now);
    this.wallet.add(this.occasion.made(grant), now);
  }

  /** What runs ends with the subscription, and with its window where that goes on after all. */
  private endWith({ sourceKey, until }: GivingSource): void {
    const { actor, now } = this.occasion;
    for (const grant of this.wallet.runningOf(sourceKey)) {
      const expireAt = endWithin(grant.windowEnd as Date, until);
      if (expireAt.getTime() === grant.expireAt?.getTime()) continue;
      this.wallet.update(grant, () => (grant.expireAt = expireAt), actor, now);
    }
  }
}

const sumOf = (parts: readonly { amount: Decimal }[]): Decimal =>
  parts.reduce((sum, { amount }) => sum.plus(amount), none);
