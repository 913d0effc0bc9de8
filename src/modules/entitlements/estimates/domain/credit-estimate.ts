import { Decimal } from '#libs/kernel/decimal';
import { grouped } from '#libs/kernel/grouped';
import type { Dimensions } from '#modules/catalog/charges';
import { costOfUnits, type ReadWallet } from '#modules/entitlements/credits';
import type { FeatureRate } from '#modules/entitlements/metering';

/** Usage of one feature that would be paid in credits. */
export interface RatedUse {
  featureId: string;
  rate: FeatureRate;
  /** What would pay; null where nothing was ever in it. */
  wallet: ReadWallet | null;
  /** Sold units on top; null where nothing would be used on top, which costs nothing whatever a formula says. */
  units: Decimal | null;
  /** Its meter adds no units up, so without a formula nothing is known of what it costs. Domain: entitlements-usage A16 */
  isUnsupported: boolean;
}

export interface FeatureCost {
  featureId: string;
  cost: Decimal;
  warningCode: 'UNSUPPORTED_AGGREGATION' | null;
}

/** What usage would take of one currency. Domain: entitlements-usage A18 */
export interface CreditEstimate {
  currencyId: string;
  estimatedCost: Decimal;
  currentBalance: Decimal;
  balanceAfterEstimate: Decimal;
  /** Would something be owed then? */
  wouldOverdraft: boolean;
  breakdown: FeatureCost[];
}

const nothing = new Decimal(0);

/** By currency, in the order of the usage. Domain: entitlements-usage A18; credits N1, F2 */
export function estimatesOf(uses: readonly RatedUse[], dimensions: Dimensions): CreditEstimate[] {
  const byCurrency = grouped(uses, ({ rate }) => rate.currencyUid);
  return [...byCurrency.values()].map((own) => {
    const [{ rate, wallet }] = own as [RatedUse];
    const breakdown = own.map((use) => costOf(use, dimensions));
    const estimatedCost = breakdown.reduce((sum, { cost }) => sum.plus(cost), nothing);
    const currentBalance = wallet ? wallet.granted.minus(wallet.used) : nothing;
    const balanceAfterEstimate = currentBalance.minus(estimatedCost);
    const balances = { estimatedCost, currentBalance, balanceAfterEstimate };
    const wouldOverdraft = balanceAfterEstimate.isNegative() && !balanceAfterEstimate.isZero();
    return { currencyId: rate.currencyId, ...balances, wouldOverdraft, breakdown };
  });
}

function costOf({ featureId, rate, units, isUnsupported }: RatedUse, dimensions: Dimensions): FeatureCost {
  if (isUnsupported && rate.costFormula === null)
    return { featureId, cost: nothing, warningCode: 'UNSUPPORTED_AGGREGATION' };
  const cost = units === null ? nothing : costOfUnits(rate, units, dimensions).cost;
  return { featureId, cost, warningCode: null };
}
