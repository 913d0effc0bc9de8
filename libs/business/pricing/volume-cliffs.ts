import { Decimal } from '#libs/kernel/decimal';
import { type Tier, volume } from './tiers';

/** An edge where one unit more costs less in all. */
export interface VolumeCliff {
  /** The last quantity before the fall. */
  readonly quantity: Decimal;
  readonly amount: Decimal;
  /** What one unit more costs in all. */
  readonly nextAmount: Decimal;
}

const one = new Decimal(1);

/** The cliffs of VOLUME tiers: allowed, but a preview shows them. Domain: catalog R4. */
export const volumeCliffs = (tiers: readonly Tier[]): VolumeCliff[] =>
  tiers
    .flatMap(({ upTo }) => (upTo === null ? [] : [upTo]))
    .map((quantity) => ({
      quantity,
      amount: volume(tiers, quantity).amount,
      nextAmount: volume(tiers, quantity.plus(one)).amount,
    }))
    .filter(({ amount, nextAmount }) => nextAmount.lessThan(amount));
