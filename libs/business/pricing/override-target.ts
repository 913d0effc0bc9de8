import { badInput } from '#libs/kernel/errors/domain-error';
import { type Charge } from './charge';

/** Which charge an override means: of the plan, or of `addonId`. Domain: customers-subscriptions O1. */
export interface Target {
  readonly addonId: string | null;
  readonly baseCharge: boolean;
  readonly featureId: string | null;
  /** Credits sold or their overage. */
  readonly currencyId: string | null;
}

/** @throws BadUserInput naming `at`: one target, of which `addonId` may be part or, as its base charge, all */
export const requireTarget = (target: Target, at: string): void => {
  const named = [target.baseCharge, target.featureId !== null, target.currencyId !== null].filter(Boolean);
  if (named.length > 1) throw badInput(`${at} must name one of baseCharge, featureId and currencyId`);
  if (named.length === 0 && target.addonId === null) {
    throw badInput(`${at} must name what it prices: baseCharge, featureId, addonId or currencyId`);
  }
};

const isNamedBy = (target: Target, charge: Charge): boolean => {
  if (charge.addonId !== target.addonId || charge.billingModel === 'MINIMUM_SPEND') return false;
  if (target.featureId !== null) return charge.featureId === target.featureId;
  if (target.currencyId !== null) return charge.customCurrencyId === target.currencyId;
  return charge.billingModel === 'FLAT_FEE' && charge.featureId === null;
};

/** Of several rows the recurring one on the normal bill; an overage, one-off or top-up row only where it stands alone. */
export const targetedBy = (charges: readonly Charge[], target: Target): Charge | undefined => {
  const named = charges.filter((charge) => isNamedBy(target, charge));
  return named.find(isOrdinary) ?? named.at(0);
};

const isOrdinary = ({ isOverage, isTopUp, billingCadence }: Charge): boolean =>
  !isOverage && !isTopUp && billingCadence === 'RECURRING';
