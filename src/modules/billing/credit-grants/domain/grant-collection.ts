import { priceScale, zero } from '#libs/business/pricing/amount';
import type { CollectionMethod } from '#libs/business/values/collection-method';
import type { CurrencyCode } from '#libs/business/values/currency';
import { moneyOf } from '#libs/business/values/flat-price';
import type { Money } from '#libs/business/values/money';
import { postalAddressOf, type AskedAddress, type PostalAddress } from '#libs/business/values/postal-address';
import type { Decimal } from '#libs/kernel/decimal';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { ScheduledLine, SoldDocument } from '#modules/billing/invoices';
import type { GivenCredits } from '#modules/entitlements/credits';

/** As a caller sends it. */
export interface CollectionRequest {
  cost?: { amount: number; currency: CurrencyCode };
  paymentCollectionMethod?: CollectionMethod;
  awaitPaymentConfirmation?: boolean;
  billingInformation?: {
    billingAddress?: AskedAddress;
    invoiceDaysUntilDue?: number;
    isInvoicePaid?: boolean;
  };
}

/** How what credits cost is collected here. Domain: credits G4 */
export interface GrantCollectionTerms {
  by: 'CHARGE' | 'INVOICE';
  cost: Money;
  /** Nothing is made unless it is paid, or on its way. */
  isAwaited: boolean;
  /** Instead of the customer's. */
  address: PostalAddress | null;
  daysUntilDue: number;
  /** It was paid in another way. */
  isPaid: boolean;
}

/** As of subscriptions (customers-subscriptions V13). */
const usualDaysUntilDue = 30;
const mostDaysUntilDue = 3650;

/**
 * @returns null where nothing is collected here: it costs nothing, or is paid elsewhere
 * @throws UnsupportedParameter for billing information without anything to bill, BadUserInput, AmountTooLarge, InvalidAddressError. Domain: credits G4
 */
export function collectionAsked(asked: CollectionRequest): GrantCollectionTerms | null {
  const { cost, paymentCollectionMethod: by = 'NONE', billingInformation = {} } = asked;
  if (by === 'NONE' || !cost || cost.amount === 0) {
    refuseUnbilled(billingInformation);
    return null;
  }
  const {
    billingAddress,
    invoiceDaysUntilDue = usualDaysUntilDue,
    isInvoicePaid = false,
  } = billingInformation;
  requireDays(invoiceDaysUntilDue);
  return {
    ...{ by, cost: moneyOf(cost, 'cost'), isAwaited: asked.awaitPaymentConfirmation !== false },
    address: billingAddress ? postalAddressOf(billingAddress, 'billingInformation.billingAddress') : null,
    ...{ daysUntilDue: invoiceDaysUntilDue, isPaid: isInvoicePaid },
  };
}

/** What nobody waits for: made at once, and charged then. Domain: credits A6 */
export const chargedLater = (cost: Money): GrantCollectionTerms => ({
  ...{ by: 'CHARGE', cost, isAwaited: false, address: null },
  ...{ daysUntilDue: usualDaysUntilDue, isPaid: false },
});

/** @throws BadUserInput */
function requireDays(days: number): void {
  if (Number.isInteger(days) && days >= 0 && days <= mostDaysUntilDue) return;
  throw badInput(`billingInformation.invoiceDaysUntilDue must be whole days from 0 to ${mostDaysUntilDue}`);
}

/** @throws UnsupportedParameter naming the field */
function refuseUnbilled({
  isInvoicePaid,
  ...rest
}: NonNullable<CollectionRequest['billingInformation']>): void {
  const said = Object.entries({ ...rest, ...(isInvoicePaid && { isInvoicePaid }) });
  const field = said.find(([, value]) => value !== undefined)?.[0];
  if (field === undefined) return;
  const message = `billingInformation.${field}: nothing of this grant is billed here; send a cost and paymentCollectionMethod CHARGE or INVOICE, or leave the field out`;
  throw new DomainError('UnsupportedParameter', message);
}

/** The invoice of a grant: one line. Domain: credits G4; contracts-billing V1 */
export function documentOf(
  { uid, displayName, amount }: Pick<GivenCredits, 'displayName' | 'amount'> & { uid: string },
  { by, cost, address, daysUntilDue, isPaid }: GrantCollectionTerms,
  sold: Pick<SoldDocument, 'legalEntity' | 'paymentAccount'>,
  at: Date,
): SoldDocument {
  const { amount: subTotal, currency } = cost;
  const period = { start: at, end: at };
  const line: ScheduledLine = {
    ...{ type: 'Other', itemId: uid, description: displayName, productExternalId: null },
    ...{ quantity: amount, ...priced(amount, subTotal) },
    ...{ periodStart: at, periodEnd: at, usageTerms: null },
    ...{ subTotal, discount: zero, tax: zero, total: subTotal, taxPercent: zero },
  };
  return {
    ...{ kind: 'CREDIT_GRANT', billingReason: 'OTHER', paymentTime: 'IN_ADVANCE', sequence: 0 },
    ...{ period, currency, netTerms: daysUntilDue, ...sold },
    terms: {
      ...{ coupons: { ofSubscription: null, ofCustomer: null }, taxPercent: '0', metadata: {} },
      ...{ isPaid, buyer: { address, taxIds: null } },
      ...(by === 'CHARGE' && { isCharged: true as const }),
    },
    lines: [line],
  };
}

/** The price of one credit, where one tells the amount. */
function priced(amount: Decimal, cost: Decimal): Pick<ScheduledLine, 'unitPrice' | 'explanation'> {
  const unitPrice = cost.dividedBy(amount).toDecimalPlaces(priceScale);
  if (unitPrice.times(amount).equals(cost)) return { unitPrice, explanation: null };
  return { unitPrice: null, explanation: `${amount.toFixed()} for ${cost.toFixed()}` };
}
