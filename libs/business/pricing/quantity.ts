import { Decimal } from '#libs/kernel/decimal';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { zero } from './amount';
import { type Charge } from './charge';

/** Most units that a charge can be bought in. Domain: catalog R3. */
export const maxUnits = new Decimal(999_999);

type UnitRange = Pick<Charge, 'minUnitQuantity' | 'maxUnitQuantity'>;

/**
 * A quantity that a buyer chooses: whole, within the range of the charge; 0 where no smallest quantity is set.
 * @throws InvalidQuantity naming `field`. Domain: catalog R3; customers-subscriptions V8
 */
export const requireQuantity = (quantity: Decimal, range: UnitRange, field: string): void => {
  const least = range.minUnitQuantity ?? zero;
  const most = range.maxUnitQuantity ?? maxUnits;
  if (quantity.isInteger() && quantity.gte(least) && quantity.lte(most)) return;
  throw new DomainError(
    'InvalidQuantity',
    `${field} must be a whole number from ${least.toFixed()} to ${most.toFixed()}`,
  );
};

/** Of a buyer who chose none. Domain: customers-subscriptions V8. */
export const quantityUnlessChosen = ({ minUnitQuantity }: UnitRange): Decimal =>
  minUnitQuantity ?? new Decimal(1);

/** Usage above what is included or committed; a part is priced, what is left of the included is not. Domain: catalog R5. */
export const quantityAbove = (included: Decimal, quantity: Decimal): Decimal =>
  Decimal.max(zero, quantity.minus(included));
