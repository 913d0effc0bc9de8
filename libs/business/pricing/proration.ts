import { type Charge } from './charge';

/**
 * Usage is counted and not lent by time, and what is asked once has no period; all else is prorated, flat prices of
 * tiers and minimum spend too. Domain: customers-subscriptions R1.
 */
export const isProrated = ({ billingModel, billingCadence, isOverage }: Charge): boolean =>
  billingModel !== 'USAGE_BASED' && billingCadence === 'RECURRING' && !isOverage;
