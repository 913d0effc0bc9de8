import { Decimal } from '#libs/kernel/decimal';
import { costOfUnits, type PayingWallet } from '#modules/entitlements/credits';
import type { FeatureRate } from '#modules/entitlements/metering';

/** What usage that is asked about would be paid from, and at which rate. */
export interface CreditStanding extends PayingWallet {
  rate: FeatureRate;
}

const nothing = new Decimal(0);

/**
 * Is less left than it would cost? Whoever names no usage needs something left, and so does usage that only the dimensions of an event
 * price, which a check does not tell. Domain: entitlements-usage Q8
 * @param sold units that are asked for on top; undefined where none were named
 */
export function lacksCredits({ rate, wallet }: CreditStanding, sold: Decimal | undefined): boolean {
  if (wallet?.isSoft) return false;
  const left = wallet ? wallet.granted.minus(wallet.used) : nothing;
  if (sold === undefined || rate.costFormula !== null) {
    if (!left.greaterThan(0)) return true;
    if (rate.costFormula === null) return false;
  }
  const { cost, warnings } = costOfUnits(rate, sold ?? nothing, null);
  const isTooMuch = warnings.some(({ kind }) => kind === 'COST_TOO_LARGE' || kind === 'TOO_MANY_DIGITS');
  return isTooMuch || cost.greaterThan(left);
}
