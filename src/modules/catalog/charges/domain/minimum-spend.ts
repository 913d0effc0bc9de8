import type { MinimumSpendRequest } from './charge-request';
import { noPrice, noSubject, type ReadCharge } from './charge-terms';
import { priceOf } from './money';

/**
 * The floor of a period's bill, a price row like the others. Domain: catalog R8
 * @param at path in the request, such as `charges.minimumSpend[0]`
 * @throws BadUserInput, AmountTooLarge
 */
export function readMinimumSpend({ billingPeriod, minimum }: MinimumSpendRequest, at: string): ReadCharge {
  const terms = {
    ...noSubject,
    ...noPrice,
    ...priceOf(minimum, `${at}.minimum`),
    billingModel: 'MINIMUM_SPEND',
    billingPeriod,
    billingCadence: 'RECURRING',
    billingCountryCode: null,
    isOverage: false,
  } as const;
  return { terms, at };
}
