import { type CurrencyCode } from '#libs/business/values/currency';
import { type Decimal } from '#libs/kernel/decimal';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { requirePrice } from './amount';
import { type Charge, type ChargePrice, type CreditRate } from './charge';
import { isPaidInCredits, requireChargePrice } from './charge-tariff';
import { requireTarget, targetedBy, type Target } from './override-target';
import { type Tier } from './tiers';

/** What a subscription pays instead of a catalog price; null is left as it is. Domain: customers-subscriptions O1. */
export interface PriceOverride extends Target {
  /** Of one unit or block; takes the place of tiers. */
  readonly amount: Decimal | null;
  readonly currency: CurrencyCode | null;
  readonly blockSize: Decimal | null;
  /** Take the place of price and block size. */
  readonly tiers: readonly Tier[] | null;
  /** Takes the place of all of these. */
  readonly creditRate: CreditRate | null;
}

/**
 * The rows of a subscription with its overrides in the place of the catalog's. The rows are those of its price list and
 * billing period. Domain: catalog R10; customers-subscriptions O1.
 * @param field path of the overrides, such as `priceOverrides`
 * @throws InvalidUpdatePriceUnitAmountError, BadUserInput, AmountTooLarge naming the element
 */
export const withOverrides = (
  charges: readonly Charge[],
  overrides: readonly PriceOverride[],
  field: string,
): Charge[] => {
  const replaced = new Map<Charge, Charge>();
  overrides.forEach((override, index) => {
    const at = `${field}[${index}]`;
    const { charge, overridden } = requireOverride(charges, override, at);
    if (replaced.has(charge)) throw badInput(`${at} overrides the same charge as another element; send one`);
    replaced.set(charge, overridden);
  });
  return charges.map((charge) => replaced.get(charge) ?? charge);
};

/** What one override makes of which row. @throws what `withOverrides` throws, naming `at` */
export const requireOverride = (
  charges: readonly Charge[],
  override: PriceOverride,
  at: string,
): { charge: Charge; overridden: Charge } => {
  const charge = requireTargeted(charges, override, at);
  return { charge, overridden: overriddenBy(charge, override, at) };
};

/** Which row a target means. @throws BadUserInput, InvalidUpdatePriceUnitAmountError naming `at`. Domain: catalog R10 */
export const requireTargeted = (charges: readonly Charge[], target: Target, at: string): Charge => {
  requireTarget(target, at);
  const charge = targetedBy(charges, target);
  if (!charge) throw invalidPrice(`${at} names a charge that the subscription does not have`);
  return charge;
};

const overriddenBy = (charge: Charge, override: PriceOverride, at: string): Charge => {
  const { amount, blockSize, tiers, creditRate } = override;
  if (amount === null && blockSize === null && tiers === null && creditRate === null) {
    throw badInput(`${at} changes nothing; send amount, blockSize, tiers or creditRate`);
  }
  if (creditRate !== null && !isOfUsage(charge)) {
    throw badInput(`${at}.creditRate: credits are paid for usage, and this charge has none; leave it out`);
  }
  if (amount?.lessThan(0)) throw invalidPrice(`${at}.amount must be 0 or more`);
  if (amount !== null) requirePrice(amount, `${at}.amount`);
  const currency = creditRate === null ? (override.currency ?? charge.currency) : null;
  const overridden = { ...charge, ...replacedPrice(charge, override), currency };
  requireChargePrice(overridden, at);
  if (currency === null && !isPaidInCredits(overridden)) {
    throw badInput(`${at}.currency must be set; the catalog price is in credits`);
  }
  return overridden;
};

/** Of a metered feature, and not above its limit: what a catalog may rate. Domain: catalog R12. */
const isOfUsage = (charge: Charge): boolean =>
  isPaidInCredits(charge) || (charge.billingModel === 'USAGE_BASED' && !charge.isOverage);

type Replaced = ChargePrice & Pick<Charge, 'creditRate' | 'billingModel'>;

/** Credits take the place of money and money of credits. Domain: customers-subscriptions O1; catalog R12. */
const replacedPrice = (charge: Charge, override: PriceOverride): Replaced => ({
  ...priceAfter(charge, override),
  // A rate may stand on either model; money for usage is asked by one alone.
  billingModel: override.creditRate === null && isPaidInCredits(charge) ? 'USAGE_BASED' : charge.billingModel,
});

const priceAfter = (charge: Charge, override: PriceOverride): Omit<Replaced, 'billingModel'> => {
  const { amount, blockSize, tiers, creditRate } = override;
  if (creditRate !== null) return { price: amount, blockSize, tiersMode: null, tiers, creditRate };
  // An override says no mode: tiers on a row without one are read so that no unit more ever costs less.
  if (tiers !== null)
    return { price: amount, blockSize, tiersMode: charge.tiersMode ?? 'GRADUATED', tiers, creditRate };
  if (amount === null) return { ...charge, blockSize: blockSize ?? charge.blockSize };
  return {
    price: amount,
    blockSize: blockSize ?? charge.blockSize,
    tiersMode: null,
    tiers: null,
    creditRate,
  };
};

const invalidPrice = (message: string): DomainError =>
  new DomainError('InvalidUpdatePriceUnitAmountError', message);
