import type { CurrencyCode } from '#libs/business/values/currency';
import { maxAmount } from '#libs/business/values/money';
import { parseDecimal, toCredits } from '#libs/kernel/decimal';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { newMetadata, type Metadata } from '#libs/kernel/metadata';
import type { GivenCredits } from '#modules/entitlements/credits';

export type GivenGrantType = 'PAID' | 'PROMOTIONAL';

/** As a caller sends it. */
export interface GrantRequest {
  amount: number;
  comment?: string;
  cost?: { amount: number; currency: CurrencyCode };
  displayName: string;
  effectiveAt?: Date;
  expireAt?: Date;
  grantType: GivenGrantType;
  metadata?: Metadata;
  priority?: number;
}

/**
 * What is given, as it is asked for.
 * @param usually what holds where nothing is said; `billedIn` is the currency in which the customer pays
 * @throws BadUserInput, AmountTooLarge, ExpireAtMustBeLaterThanEffectiveAtError, InvalidMetadataError. Domain: credits G2
 */
export function givenBy(
  asked: GrantRequest,
  usually: { priority: number; billedIn: CurrencyCode | null },
  now: Date,
): GivenCredits {
  const amount = toCredits(parseDecimal(asked.amount, 'amount'));
  if (!amount.greaterThan(0)) throw badInput('amount must be above 0, rounded to 9 decimals');
  const { grantType, displayName, effectiveAt = now, expireAt = null } = asked;
  return {
    ...{ grantType, displayName, amount, effectiveAt, expireAt },
    ...costOf(asked, usually.billedIn),
    priority: asked.priority ?? usually.priority,
    comment: asked.comment || null,
    metadata: newMetadata(asked.metadata),
  };
}

function costOf({ cost, grantType }: GrantRequest, billedIn: CurrencyCode | null) {
  const amount = parseDecimal(cost?.amount ?? 0, 'cost.amount');
  if (amount.isNegative()) throw badInput('cost.amount must not be below 0');
  if (amount.greaterThan(maxAmount))
    throw new DomainError('AmountTooLarge', `cost.amount must be at most ${maxAmount.toFixed()}`);
  if (grantType === 'PROMOTIONAL' && amount.greaterThan(0))
    throw badInput('cost.amount: PROMOTIONAL credits cost nothing; send PAID, or leave cost out');
  return { costAmount: amount.toFixed(), costCurrency: cost?.currency ?? billedIn ?? 'usd' };
}
