import { Decimal, maxCredits } from '#libs/kernel/decimal';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { zero } from './amount';
import { type Charge } from './charge';

/** Most units that a charge can be bought in. Domain: catalog R3. */
export const maxUnits = new Decimal(999_999);

type UnitRange = Pick<Charge, 'billingModel' | 'minUnitQuantity' | 'maxUnitQuantity'>;

/** Does the charge sell credits that are granted again and again? Domain: catalog R3, R13. */
export const sellsCredits = ({
  billingModel,
  customCurrencyId,
  isTopUp,
}: Pick<Charge, 'billingModel' | 'customCurrencyId' | 'isTopUp'>): boolean =>
  billingModel === 'CREDIT_BASED' && customCurrencyId !== null && !isTopUp;

/** Credits are bought by the million: as many as an amount of them may be. Domain: credits Y4. */
const mostOf = ({ billingModel }: UnitRange): Decimal =>
  billingModel === 'CREDIT_BASED' ? maxCredits : maxUnits;

/**
 * A quantity that a buyer chooses: whole, within the range of the charge; 0 where no smallest quantity is set.
 * @throws InvalidQuantity naming `field`. Domain: catalog R3, R13; customers-subscriptions V8
 */
export const requireQuantity = (quantity: Decimal, range: UnitRange, field: string): void => {
  const least = range.minUnitQuantity ?? zero;
  const most = range.maxUnitQuantity ?? mostOf(range);
  if (quantity.isInteger() && quantity.gte(least) && quantity.lte(most)) return;
  throw new DomainError(
    'InvalidQuantity',
    `${field} must be a whole number from ${least.toFixed()} to ${most.toFixed()}`,
  );
};

const one = new Decimal(1);

/** Of a buyer who chose none: the smallest, else one, of what is priced in blocks as many as a whole one holds. Domain: customers-subscriptions V8. */
export const quantityUnlessChosen = ({
  minUnitQuantity,
  maxUnitQuantity,
  blockSize,
}: Pick<Charge, 'minUnitQuantity' | 'maxUnitQuantity' | 'blockSize'>): Decimal =>
  minUnitQuantity ?? Decimal.min(Decimal.max(one, blockSize?.floor() ?? one), maxUnitQuantity ?? maxCredits);

/** Usage above what is included or committed; a part is priced, what is left of the included is not. Domain: catalog R5. */
export const quantityAbove = (included: Decimal, quantity: Decimal): Decimal =>
  Decimal.max(zero, quantity.minus(included));
