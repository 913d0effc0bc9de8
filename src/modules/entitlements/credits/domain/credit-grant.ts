import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { Decimal } from '#libs/kernel/decimal';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { newUid } from '#libs/kernel/ids';
import { patchMetadata, type Metadata, type MetadataPatch } from '#libs/kernel/metadata';
import type { GrantType } from './burn-order';
import type { CreditCadence, CreditWindow, Recurrence } from './recurrence';
import type { WalletGrant } from './wallet';

/** Spec: SourceType. What a recurring grant comes from. */
export const grantSourceTypes = ['PRICE', 'PLAN_ENTITLEMENT', 'ADDON_ENTITLEMENT'] as const;
export type GrantSourceType = (typeof grantSourceTypes)[number];

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

/**
 * A dated block of credits in a wallet.
 *
 *   SCHEDULED ─effectiveAt─► ACTIVE ─expireAt─► EXPIRED
 *       └──────── void ────────┴──► VOIDED
 *
 * Its status follows from the instant it is asked at; the books of its wallet note it later. Domain: credits G1–G3, G5, G6
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
  id: string;

  static give(walletUid: string, key: WalletKey, given: GivenCredits, by: string, now: Date): CreditGrant {
    const state = { walletUid, ...key, ...given, ...unposted, ...ofNoSource, grantedBy: by };
    return CreditGrant.make(state, now);
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
    const state = { ...terms, ...told, ...free, ...unposted, amount: nothing, isPosted: true };
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
    const state = { ...terms, ...told, ...unposted, ...source, amount, grantedBy: by };
    return CreditGrant.make({ walletUid, ...key, ...state }, begins);
  }

  /** Domain: credits G3 */
  status(at: Date): GrantStatus {
    if (this.voidedAt !== null) return 'VOIDED';
    if (this.isExpired(at)) return 'EXPIRED';
    return this.effectiveAt > at ? 'SCHEDULED' : 'ACTIVE';
  }

  /** @throws CreditGrantAlreadyVoided, CreditGrantCannotBeVoided. Domain: credits G5 */
  requireVoidable(now: Date): void {
    if (this.voidedAt !== null && this.grantType !== 'OVERDRAFT')
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
    requireEnd(this.effectiveAt, expireAt, now);
    this.expireAt = expireAt;
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
