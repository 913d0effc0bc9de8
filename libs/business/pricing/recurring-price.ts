import { type Decimal } from '#libs/kernel/decimal';
import { sum } from './amount';
import { type ChargeUse, hasLine } from './charge-line';
import { tariffOf } from './charge-tariff';
import { isProrated } from './proration';
import { priceOf } from './tariff';

const monthsOfYear = 12;

/**
 * What is due each month whatever is used, annual prices by the twelfth: the price that tells an upgrade from a
 * downgrade. Exact enough to compare, never billed. Domain: customers-subscriptions D2.
 */
export const recurringMonthly = (uses: readonly ChargeUse[]): Decimal =>
  sum(uses.filter((use) => hasLine(use) && isProrated(use.charge)).map(monthly));

const monthly = ({ charge, quantity }: ChargeUse): Decimal => {
  const { amount } = priceOf(tariffOf(charge, charge.ref), quantity);
  return charge.billingPeriod === 'ANNUALLY' ? amount.div(monthsOfYear) : amount;
};
