import { badInput } from '#libs/kernel/errors/domain-error';
import { requirePrice, zero } from './amount';
import { type Tier } from './tiers';

/**
 * Tiers cover every quantity once: `upTo` strictly ascends from above 0, the last tier and no other is open, no
 * price is negative. Domain: catalog R4.
 * @param field path of the array, such as `pricingModels[0].pricePeriods[0].tiers`
 * @throws BadUserInput, AmountTooLarge naming the field
 */
export const requireTiers = (tiers: readonly Tier[], field: string): void => {
  if (tiers.length === 0) throw badInput(`${field} must hold at least one tier, the last without upTo`);
  tiers.forEach((tier, index) => requireTierPrices(tier, `${field}[${index}]`));
  requireAscending(tiers.slice(0, -1), field);
  requireOpenEnd(tiers, field);
};

const requireTierPrices = ({ unitPrice, flatPrice }: Tier, at: string): void => {
  if (unitPrice) requirePrice(unitPrice, `${at}.unitPrice`);
  if (flatPrice) requirePrice(flatPrice, `${at}.flatPrice`);
};

const requireAscending = (bounded: readonly Tier[], field: string): void => {
  let from = zero;
  bounded.forEach(({ upTo }, index) => {
    const at = `${field}[${index}].upTo`;
    if (upTo === null) throw badInput(`${at} must be set; only the last tier goes without upTo`);
    if (upTo.lte(from)) throw badInput(`${at} must be above ${from.toFixed()}, where its tier begins`);
    from = upTo;
  });
};

const requireOpenEnd = (tiers: readonly Tier[], field: string): void => {
  if (tiers.at(-1)?.upTo === null) return;
  throw badInput(`${field}: the last tier must go without upTo, so that every quantity has a price`);
};
