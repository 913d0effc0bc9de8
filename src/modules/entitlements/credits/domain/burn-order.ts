import type { Decimal } from '#libs/kernel/decimal';

/** Spec: GrantType */
export const grantTypes = ['PAID', 'PROMOTIONAL', 'RECURRING', 'OVERDRAFT'] as const;
export type GrantType = (typeof grantTypes)[number];

/** What decides when a grant is drawn from. */
export interface BurnTerms {
  uid: string;
  grantType: GrantType;
  /** 0 comes first. */
  priority: number;
  effectiveAt: Date;
  /** Exclusive; null is never. */
  expireAt: Date | null;
  createdAt: Date;
}

/** A block of credits as a wallet draws from it. */
export interface Block extends BurnTerms {
  amount: Decimal;
  consumed: Decimal;
}

const never = Infinity;
const rankOf = ({ grantType }: BurnTerms): number => (grantType === 'PROMOTIONAL' ? 0 : 1);
const endOf = ({ expireAt }: BurnTerms): number => expireAt?.getTime() ?? never;

/**
 * Which of two grants is drawn from first: the smaller priority, the earlier end, a promotion, the earlier begin, the older one. A total
 * order, so that nothing depends on how grants were stored. Domain: credits N2
 */
export function byBurnOrder(a: BurnTerms, b: BurnTerms): number {
  const [endOfA, endOfB] = [endOf(a), endOf(b)];
  return (
    a.priority - b.priority ||
    (endOfA === endOfB ? 0 : endOfA - endOfB) ||
    rankOf(a) - rankOf(b) ||
    a.effectiveAt.getTime() - b.effectiveAt.getTime() ||
    a.createdAt.getTime() - b.createdAt.getTime() ||
    (a.uid < b.uid ? -1 : Number(a.uid > b.uid))
  );
}

export const remainingOf = ({ amount, consumed }: Block): Decimal => amount.minus(consumed);

/** From its begin until before its end. Domain: credits N3 */
export const isEffectiveAt = ({ effectiveAt, expireAt }: BurnTerms, at: Date): boolean =>
  effectiveAt <= at && (expireAt === null || at < expireAt);
