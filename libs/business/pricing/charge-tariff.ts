import { Decimal } from '#libs/kernel/decimal';
import { badInput } from '#libs/kernel/errors/domain-error';
import { requirePrice } from './amount';
import { type Charge, type ChargePrice } from './charge';
import { requireTiers } from './require-tiers';
import { type Tariff } from './tariff';

type Priced = ChargePrice & Pick<Charge, 'billingModel' | 'creditRate'>;

// FLAT_FEE and MINIMUM_SPEND ask one amount; what they would count by has no meaning.
const asksOneAmount = ({ billingModel }: Priced): boolean =>
  billingModel === 'FLAT_FEE' || billingModel === 'MINIMUM_SPEND';

const oneCredit = new Decimal(1);

/** The usage is paid in credits, so no bill shows it. Domain: catalog R12. */
export const isPaidInCredits = ({ creditRate }: Pick<Charge, 'creditRate'>): boolean => creditRate !== null;

/**
 * How a valid charge prices its quantity. Domain: catalog R3, R4.
 * @throws BadUserInput naming what is missing below `field`
 */
export const tariffOf = (charge: Priced, field: string): Tariff => {
  const { billingModel, price, blockSize, tiersMode, tiers } = charge;
  if (tiers !== null) {
    if (tiersMode === null)
      throw badInput(`${field}.tiersMode must be set beside tiers: VOLUME or GRADUATED`);
    return { kind: tiersMode, tiers };
  }
  if (price === null) throw badInput(`${field}.price must be set, or tiers where the model takes them`);
  if (blockSize !== null) return { kind: 'PER_BLOCK', price, blockSize };
  // Credits are sold whole.
  return billingModel === 'CREDIT_BASED'
    ? { kind: 'PER_BLOCK', price, blockSize: oneCredit }
    : { kind: 'PER_UNIT', price };
};

/**
 * A charge says its price in exactly one way, and no price is negative. Domain: catalog R3, R4.
 * @param field path of the price, such as `pricingModels[0].pricePeriods[0]`
 * @throws BadUserInput, AmountTooLarge
 */
export const requireChargePrice = (charge: Priced, field: string): void => {
  requireOneWay(charge, field);
  if (charge.price !== null) requirePrice(charge.price, `${field}.price`);
  if (charge.tiers !== null) requireTiers(charge.tiers, `${field}.tiers`);
  if (charge.blockSize?.lessThanOrEqualTo(0)) throw badInput(`${field}.blockSize must be above 0`);
  if (!isPaidInCredits(charge)) tariffOf(charge, field);
};

const requireOneWay = (charge: Priced, field: string): void => {
  const { billingModel, price, blockSize, tiers } = charge;
  if (asksOneAmount(charge) && (tiers !== null || blockSize !== null)) {
    throw badInput(`${field}: ${billingModel} is one amount; leave tiers and blockSize out`);
  }
  if (isPaidInCredits(charge) && (price !== null || tiers !== null || blockSize !== null)) {
    throw badInput(`${field}: creditRate takes the place of a price in money; send one of them`);
  }
  if (tiers === null) return;
  if (price !== null) throw badInput(`${field}: tiers take the place of price; send one of them`);
  if (blockSize !== null) throw badInput(`${field}: tiers price single units; leave blockSize out`);
};
