import type { CurrencyCode } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import { TenantEntity } from '#libs/kernel/tenant-entity';

/** What a customer has been given back and not used yet, in one currency; exact decimal text, never below 0. Domain: customers-subscriptions R4 */
export class CustomerBalance extends TenantEntity {
  customerUid: string;
  currency: CurrencyCode;
  amount: string;
}

/**
 * What a document takes of a balance: as much as it comes to, and no more than there is; what comes to less than nothing adds to it.
 * Domain: customers-subscriptions R4
 */
export const appliedTo = (total: Decimal, balance: Decimal): Decimal =>
  total.isNegative() ? total : Decimal.min(total, balance);
