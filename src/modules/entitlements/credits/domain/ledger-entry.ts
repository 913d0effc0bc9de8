import type { Decimal } from '#libs/kernel/decimal';
import type { BurnTerms } from './burn-order';

/** What a caller says of what was used, by keys of its own. */
export type Dimensions = Record<string, string | number | boolean>;

/** Spec: eventType of a CreditLedgerEntry. Domain: credits D1 */
export const ledgerEventTypes = [
  'CREDITS_GRANTED',
  'CREDITS_EXPIRED',
  'CREDITS_CONSUMED',
  'CREDITS_VOIDED',
  'CREDITS_UPDATED',
  'CREDITS_CONSUMPTION_TRANSFER_SOURCE',
  'CREDITS_CONSUMPTION_TRANSFER_TARGET',
] as const;
export type LedgerEventType = (typeof ledgerEventTypes)[number];

/** The terms of a grant as the ledger tells them with its begin and each change, so that the ledger alone says what was drawn from when. */
export type ToldTerms = Pick<BurnTerms, 'grantType' | 'priority' | 'effectiveAt' | 'expireAt' | 'createdAt'>;

/** What has moved a wallet, in its place. Domain: credits D2, D3 */
export interface LedgerEntry<Credits = Decimal> {
  /** From 1 on in each wallet, without gaps. */
  seq: number;
  eventType: LedgerEventType;
  /** When it happened; of usage that is told late before what stands above it. */
  timestamp: Date;
  /** Signed credits. */
  amount: Credits;
  grantUid: string;
  /** The measurement, event or consumption that caused it; null of what time or a decision about a grant brought about. */
  eventId: string | null;
  featureId: string | null;
  /** Of what was used; null of all that time or a decision about a grant brought about, and where nothing was said. */
  dimensions: Dimensions | null;
  startingBalance: Credits;
  endingBalance: Credits;
  /** Who asked for it. */
  actor: string;
  /** Of CREDITS_GRANTED and CREDITS_UPDATED. */
  terms: ToldTerms | null;
}

export const termsOf = ({ grantType, priority, effectiveAt, expireAt, createdAt }: BurnTerms): ToldTerms => ({
  ...{ grantType, priority },
  ...{ effectiveAt, expireAt, createdAt },
});
