import { type Decimal } from '#libs/kernel/decimal';
import { zero } from './amount';
import { pricedBy, type PricedQuantity, stepOf } from './price-step';
import { graduated, stairstep, type Tier, volume } from './tiers';

/**
 * How a quantity becomes an amount. Charges say it by price, blockSize or tiers (catalog R3, R4), contracts by their
 * pricing models: flat rate is PER_UNIT, package PER_BLOCK, tiered GRADUATED (contracts-billing I5).
 */
export type Tariff =
  | { readonly kind: 'PER_UNIT'; readonly price: Decimal }
  | { readonly kind: 'PER_BLOCK'; readonly price: Decimal; readonly blockSize: Decimal }
  | { readonly kind: 'GRADUATED' | 'VOLUME' | 'STAIRSTEP'; readonly tiers: readonly Tier[] };

/** Blocks that a quantity begins; each costs as a whole. Domain: catalog R3, R5. */
export const blocksBegun = (quantity: Decimal, blockSize: Decimal): Decimal => quantity.div(blockSize).ceil();

/** The exact price of a quantity of 0 or more, with the steps that lead to it. 0 costs nothing. */
export const priceOf = (tariff: Tariff, quantity: Decimal): PricedQuantity => {
  switch (tariff.kind) {
    case 'PER_UNIT':
      return priced(quantity, quantity, tariff.price);
    case 'PER_BLOCK':
      return priced(quantity, blocksBegun(quantity, tariff.blockSize), tariff.price);
    case 'GRADUATED':
      return graduated(tariff.tiers, quantity);
    case 'VOLUME':
      return volume(tariff.tiers, quantity);
    case 'STAIRSTEP':
      return stairstep(tariff.tiers, quantity);
  }
};

const priced = (quantity: Decimal, units: Decimal, unitPrice: Decimal): PricedQuantity =>
  pricedBy(quantity, quantity.equals(zero) ? [] : [stepOf({ quantity, units, unitPrice })]);

/**
 * What the way from one quantity to another costs, as when usage is billed up to a watermark: parts of a way add up to
 * the whole. Negative where VOLUME falls off a cliff. Domain: customers-subscriptions X9.
 */
export const priceBetween = (tariff: Tariff, from: Decimal, to: Decimal): Decimal =>
  priceOf(tariff, to).amount.minus(priceOf(tariff, from).amount);
