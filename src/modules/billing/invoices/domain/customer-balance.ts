import type { CurrencyCode } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { Invoice } from './invoice';

/** What a customer has been given back and not used yet, in one currency; exact decimal text, never below 0. Domain: customers-subscriptions R4 */
export class CustomerBalance extends TenantEntity {
  customerUid: string;
  currency: CurrencyCode;
  amount: string;
}

/**
 * What a document takes of a balance: as much as it comes to, and no more than there is; what comes to less than nothing adds to it. One
 * that was paid in another way takes nothing. Domain: customers-subscriptions R4, V13
 */
export function appliedTo(
  { total: text, billTerms }: Pick<Invoice, 'total' | 'billTerms'>,
  balance: Decimal,
): Decimal {
  const total = new Decimal(text);
  if (total.isNegative()) return total;
  return billTerms?.isPaid ? new Decimal(0) : Decimal.min(total, balance);
}
