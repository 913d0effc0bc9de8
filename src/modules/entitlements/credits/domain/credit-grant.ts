import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { Decimal } from '#libs/kernel/decimal';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { newUid } from '#libs/kernel/ids';
import { patchMetadata, type Metadata, type MetadataPatch } from '#libs/kernel/metadata';
import { addDays, earliest, latest } from '#libs/kernel/period';
import type { GrantType } from './burn-order';
import type { CreditCadence, CreditWindow, GrantSourceType, Recurrence } from './recurrence';
import type { WalletGrant } from './wallet';

/** Spec: CreditGrantStatus */
export const grantStatuses = ['PAYMENT_PENDING', 'ACTIVE', 'EXPIRED', 'VOIDED', 'SCHEDULED'] as const;
export type GrantStatus = (typeof grantStatuses)[number];

/** Whose credits they are. */
export interface WalletKey {
  customerUid: string;
  customerId: string;
  currencyUid: string;
  currencyId: string;
  /** Key of the resource, '' for the customer's own level. */
  resourceKey: string;
  resourceId: string | null;
}

/** What is given. */
export interface GivenCredits {
  grantType: Exclude<GrantType, 'OVERDRAFT'>;
  displayName: string;
  amount: Decimal;
  priority: number;
  effectiveAt: Date;
  expireAt: Date | null;
  /** Exact decimal text in whole currency units: what all of it costs; null as the currency is where nothing was said of it. */
  costAmount: string | null;
  costCurrency: string | null;
  comment: string | null;
  metadata: Metadata;
}

/** How a grant is billed here. Domain: credits G4 */
export interface GrantCollection {
  /** Of the grant, which its invoice names before it is made. */
  uid: string;
  /** A provider collects it at once, or its seller by an invoice. */
  by: 'CHARGE' | 'INVOICE';
  isPaid: boolean;
}

/** What may be changed of a grant. */
export interface GrantChanges {
  displayName?: string;
  expireAt?: Date | null;
  priority?: number;
  comment?: string | null;
  metadata?: MetadataPatch | null;
}

/** Part of what a subscription gives. */
export interface GivenWindow {
  recurrence: Recurrence;
  window: CreditWindow;
  expireAt: Date;
  /** Default: all of it. */
  amount?: Decimal;
}

export const defaultPriority = 10;

const nothing = new Decimal(0);
const ofNoSource = {
  sourceType: null,
  sourceKey: null,
  sourceEntitlement: null,
  cadence: null,
  windowEnd: null,
};
const unposted = { consumed: nothing, isPosted: false, isIdle: false, closedAt: null, voidedAt: null };
const unbilled = { collectedBy: null, isPending: false, pendingUntil: null };

/**
 * A dated block of credits in a wallet.
 *
 *   PAYMENT_PENDING ─paid─► as below
 *       └ fails, void, too late ─► VOIDED
 *   SCHEDULED ─effectiveAt─► ACTIVE ─expireAt─► EXPIRED
 *       └──────── void ────────┴──► VOIDED
 *
 * Its status follows from the instant it is asked at; the books of its wallet note it later. What waits to be paid is idle: no wallet knows
 * of it yet. Domain: credits G1–G6
 */
export class CreditGrant extends AddressedEntity implements WalletGrant, WalletKey {
  walletUid: string;
  customerUid: string;
  customerId: string;
  currencyUid: string;
  currencyId: string;
  resourceKey: string;
  resourceId: string | null;
  grantType: GrantType;
  sourceType: GrantSourceType | null;
  /** Of a recurring one: its subscription, the entitlement or charge of it, and the window that it is given in. */
  sourceKey: string | null;
  sourceEntitlement: string | null;
  cadence: CreditCadence | null;
  windowEnd: Date | null;
  displayName: string;
  amount: Decimal;
  consumed: Decimal;
  priority: number;
  effectiveAt: Date;
  expireAt: Date | null;
  isPosted: boolean;
  isIdle: boolean;
  closedAt: Date | null;
  voidedAt: Date | null;
  grantedBy: string;
  costAmount: string | null;
  costCurrency: string | null;
  comment: string | null;
  metadata: Metadata;
  /** By which it is billed here; null: it is not. */
  collectedBy: GrantCollection['by'] | null;
  /** It is not paid yet. */
  isPending: boolean;
  /** When it is over unless it is paid before; null of what waits as long as its invoice. */
  pendingUntil: Date | null;
  id: string;

  static give(
    walletUid: string,
    key: WalletKey,
    given: GivenCredits & { collection?: GrantCollection | null },
    by: string,
    now: Date,
  ): CreditGrant {
    const { collection = null, ...terms } = given;
    const state = { walletUid, ...key, ...terms, ...unposted, ...unbilled, ...ofNoSource, grantedBy: by };
    const grant = CreditGrant.make(state, now);
    if (!collection) return grant;
    Object.assign(grant, { uid: collection.uid, id: collection.uid, collectedBy: collection.by });
    if (!collection.isPaid) grant.await();
    return grant;
  }

  /** What is owed of a wallet, until it is settled. Domain: credits N4 */
  static overdraft(walletUid: string, key: WalletKey, at: Date): CreditGrant {
    const terms = {
      grantType: 'OVERDRAFT' as const,
      priority: defaultPriority,
      effectiveAt: at,
      expireAt: null,
    };
    const told = { displayName: 'Overdraft', comment: null, metadata: {} };
    const free = { costAmount: null, costCurrency: null };
    const state = { ...terms, ...told, ...free, ...unposted, ...unbilled, amount: nothing, isPosted: true };
    return CreditGrant.make({ walletUid, ...key, ...state, ...ofNoSource, grantedBy: 'system' }, at);
  }

  /**
   * What a subscription gives in a window, or more of it within one.
   * @param begins not before
   * @param by who gave it
   */
  static recurring(
    walletUid: string,
    key: WalletKey,
    { recurrence, window, expireAt, amount = recurrence.amount }: GivenWindow,
    by: string,
    begins: Date,
  ): CreditGrant {
    const { sourceType, sourceKey, key: sourceEntitlement, cadence, displayName } = recurrence;
    const source = { sourceType, sourceKey, sourceEntitlement, cadence, windowEnd: window.end };
    const terms = {
      grantType: 'RECURRING' as const,
      priority: defaultPriority,
      effectiveAt: begins,
      expireAt,
    };
    const told = { displayName, comment: null, metadata: {}, costAmount: null, costCurrency: null };
    const state = { ...terms, ...told, ...unposted, ...unbilled, ...source, amount, grantedBy: by };
    return CreditGrant.make({ walletUid, ...key, ...state }, begins);
  }

  /** Domain: credits G3 */
  status(at: Date): GrantStatus {
    if (this.voidedAt !== null || this.isUnpaidAt(at)) return 'VOIDED';
    if (this.isPending) return 'PAYMENT_PENDING';
    if (this.isExpired(at)) return 'EXPIRED';
    return this.effectiveAt > at ? 'SCHEDULED' : 'ACTIVE';
  }

  /** When it was voided, as far as it is by then. */
  voidedBy(at: Date): Date | null {
    return this.isUnpaidAt(at) ? this.pendingUntil : this.voidedAt;
  }

  /** It was not paid in time; the books may note that later. Domain: credits G3 */
  isUnpaidAt(at: Date): boolean {
    return this.isPending && this.pendingUntil !== null && this.pendingUntil <= at;
  }

  /** It is paid: what would have begun before begins now. @throws InvalidArgumentError where it is too late. Domain: credits G4 */
  confirm(now: Date): void {
    if (this.isUnpaidAt(now)) {
      const message = `Credit grant ${this.id} was not paid until ${this.pendingUntil?.toISOString()} and is voided; create another one`;
      throw new DomainError('InvalidArgumentError', message);
    }
    Object.assign(this, { isPending: false, isIdle: false, effectiveAt: latest(this.effectiveAt, now) });
  }

  /** It was in no wallet, so none is moved. Domain: credits G5 */
  voidUnpaid(now: Date): void {
    const at = this.voidedBy(now) ?? now;
    Object.assign(this, { isPending: false, voidedAt: at, closedAt: at });
  }

  /** @throws CreditGrantAlreadyVoided, CreditGrantCannotBeVoided. Domain: credits G5 */
  requireVoidable(now: Date): void {
    if (this.status(now) === 'VOIDED' && this.grantType !== 'OVERDRAFT')
      throw new DomainError('CreditGrantAlreadyVoided', `Credit grant ${this.id} is voided already`);
    if (this.grantType === 'OVERDRAFT')
      throw this.unvoidable('is an overdraft, which ends when credits settle it');
    if (this.isExpired(now)) throw this.unvoidable('has expired');
    if (this.grantType === 'RECURRING')
      throw this.unvoidable('is given by a subscription that runs; change or cancel that');
  }

  /**
   * @throws CannotUpdateExpireAtForExpiredCreditGrantError, ExpireAtMustBeLaterThanEffectiveAtError, BadUserInput,
   *   InvalidMetadataError. Domain: credits G6
   */
  change({ metadata, expireAt, ...rest }: GrantChanges, now: Date): void {
    if (this.grantType === 'OVERDRAFT')
      throw badInput(`Credit grant ${this.id} is an overdraft, which nobody changes`);
    if (expireAt !== undefined) this.endAt(expireAt, now);
    if (rest.displayName !== undefined) this.displayName = rest.displayName;
    if (rest.priority !== undefined) this.priority = rest.priority;
    if (rest.comment !== undefined) this.comment = rest.comment || null;
    this.metadata = patchMetadata(this.metadata, metadata);
  }

  private endAt(expireAt: Date | null, now: Date): void {
    if (this.voidedAt !== null) throw badInput(`expireAt: credit grant ${this.id} is voided`);
    if (this.isExpired(now)) {
      const message = `expireAt: credit grant ${this.id} has expired; create another one`;
      throw new DomainError('CannotUpdateExpireAtForExpiredCreditGrantError', message);
    }
    if (this.status(now) === 'VOIDED') throw badInput(`expireAt: credit grant ${this.id} is voided`);
    requireEnd(this.effectiveAt, expireAt, now);
    this.expireAt = expireAt;
    if (this.isPending) this.await();
  }

  /** Not beyond its own end, when it would be paid for nothing. Domain: credits G3 */
  private await(): void {
    const { expireAt } = this;
    const last = this.collectedBy === 'CHARGE' ? addDays(this.createdAt, 1) : null;
    const pendingUntil = last && expireAt ? earliest(last, expireAt) : (last ?? expireAt);
    Object.assign(this, { isPending: true, isIdle: true, pendingUntil });
  }

  private isExpired(at: Date): boolean {
    return this.expireAt !== null && this.expireAt <= at;
  }

  private unvoidable(why: string): DomainError {
    return new DomainError('CreditGrantCannotBeVoided', `Credit grant ${this.id} ${why}`);
  }

  private static make(
    state: Omit<Partial<CreditGrant>, 'environmentId' | 'uid' | 'createdAt' | 'updatedAt' | 'revision'>,
    now: Date,
  ): CreditGrant {
    const grant = CreditGrant.instantiate<CreditGrant>(CreditGrant, { ...state, id: newUid() }, now);
    return Object.assign(grant, { id: grant.uid });
  }
}

/** @throws ExpireAtMustBeLaterThanEffectiveAtError, BadUserInput. Domain: credits G2 */
export function requireEnd(effectiveAt: Date, expireAt: Date | null, now: Date): void {
  if (expireAt === null) return;
  if (expireAt <= effectiveAt) {
    const message = `expireAt must be later than effectiveAt, ${effectiveAt.toISOString()}`;
    throw new DomainError('ExpireAtMustBeLaterThanEffectiveAtError', message);
  }
  if (expireAt <= now) throw badInput('expireAt must lie in the future');
}
