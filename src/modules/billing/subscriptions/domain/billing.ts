import type { CollectionMethod } from '#libs/business/values/collection-method';
import { postalAddressOf, type AskedAddress, type PostalAddress } from '#libs/business/values/postal-address';
import { requireTaxIds, type TaxId } from '#libs/business/values/tax-id';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { patchMetadata } from '#libs/kernel/metadata';
import type { PaidAhead } from './paid-ahead';
import type { Unbilled } from './unbilled';

/** Spec: PaymentCollectionMethod. Domain: customers-subscriptions V9 */
export type { CollectionMethod };

/** By which it is billed here. */
export type BilledMethod = Exclude<CollectionMethod, 'NONE'>;

/** Spec: ProrationBehavior. Domain: customers-subscriptions R3 */
export type ProrationBehavior = 'INVOICE_IMMEDIATELY' | 'CREATE_PRORATIONS' | 'NONE';

/** How a subscription is billed. It lies in JSON: amounts are texts. Domain: customers-subscriptions V13 */
export interface Billing {
  method: BilledMethod;
  /** Who sells: the default of the environment when it began. Domain: contracts-billing V12 */
  legalEntity: { uid: string; id: string };
  daysUntilDue: number;
  /** 0–100. */
  taxPercent: string;
  /** The first invoice is paid in another way. */
  isFirstPaid: boolean;
  /** Each instead of the customer's. Domain: customers-subscriptions U12 */
  address: PostalAddress | null;
  taxIds: TaxId[] | null;
  /** Told with the events of its invoices. */
  metadata: Record<string, string>;
  /** Its next document bears lines already. Domain: customers-subscriptions R3 */
  holdsLines: boolean;
  /** ISO 8601: up to where usage is billed, or stands on a document to come. Absent before it begins. Domain: customers-subscriptions X9 */
  usageFrom?: string;
  /** ISO 8601: nothing that was used before counts in its tiers and blocks. Domain: entitlements-usage H5 */
  usageOrigin?: string;
  /** Its usage is billed by the month, though the rest is by the year. Domain: catalog R5 */
  usageByMonth?: boolean;
  /** What of the period that runs was billed in advance. Domain: catalog R8 */
  base?: string;
  /**
   * ISO 8601: from when on the period that runs is held to the minimum spend, where its base counts from. Absent of what the last release
   * billed last: then the whole period is, or nothing of one that began before the first charge. ADR-0143
   */
  minimumFrom?: string;
  /** Usage was billed, and more of its periods may come late. Domain: entitlements-usage A13 */
  billsUsage?: boolean;
  paidAhead?: PaidAhead | undefined;
  unbilled?: Unbilled | undefined;
  /** Key of the one that waits for its payment, and whose first bill gives back what of this one would not be served. Domain: customers-subscriptions V9 */
  givenBackIn?: string | undefined;
}

/** What billing itself notes. */
export type Noted = Pick<
  Billing,
  | 'holdsLines'
  | 'isFirstPaid'
  | 'usageFrom'
  | 'usageOrigin'
  | 'usageByMonth'
  | 'base'
  | 'minimumFrom'
  | 'billsUsage'
  | 'paidAhead'
  | 'unbilled'
  | 'givenBackIn'
>;

/** Spec: BillingInformation, but for the coupon. */
export interface BillingRequest {
  billingAddress?: AskedAddress;
  taxIds?: TaxId[];
  taxPercentage?: number;
  invoiceDaysUntilDue?: number;
  isBackdated?: boolean;
  isInvoicePaid?: boolean;
  metadata?: Record<string, string>;
  prorationBehavior?: ProrationBehavior;
  chargeOnBehalfOfAccount?: string | null;
  integrationId?: string | null;
  taxRateIds?: string[];
}

/** Net terms where nobody says others. Domain: customers-subscriptions V13 */
const usualDaysUntilDue = 30;

export const newBilling = (legalEntity: Billing['legalEntity'], method: BilledMethod): Billing => ({
  ...{ method, legalEntity, daysUntilDue: usualDaysUntilDue, taxPercent: '0' },
  ...{ isFirstPaid: false, address: null, taxIds: null, metadata: {}, holdsLines: false },
});

/**
 * What a request says of how it is billed; what it leaves out stays. Lists are replaced as a whole.
 * @throws InvalidAddressError, InvalidTaxId, InvalidMetadataError
 */
export function billedAs(before: Billing, asked: BillingRequest): Billing {
  const { billingAddress, taxIds, taxPercentage, invoiceDaysUntilDue, metadata } = asked;
  if (taxIds) requireTaxIds(taxIds, 'billingInformation.taxIds');
  return {
    ...before,
    address: billingAddress
      ? postalAddressOf(billingAddress, 'billingInformation.billingAddress')
      : before.address,
    taxIds: taxIds ? taxIds.map(({ type, value }) => ({ type, value })) : before.taxIds,
    taxPercent: taxPercentage === undefined ? before.taxPercent : String(taxPercentage),
    daysUntilDue: invoiceDaysUntilDue ?? before.daysUntilDue,
    isFirstPaid: asked.isInvoicePaid ?? before.isFirstPaid,
    metadata: patchMetadata(before.metadata, metadata, 'billingInformation.metadata'),
  };
}

/** As a subscription goes on with it that takes the place of another: what was billed of that is that one’s. */
export const passedOn = (
  { legalEntity, daysUntilDue, taxPercent, address, taxIds, metadata }: Billing,
  method: BilledMethod,
): Billing => ({
  ...{ method, legalEntity, daysUntilDue, taxPercent, address, taxIds, metadata },
  ...{ isFirstPaid: false, holdsLines: false },
});

/**
 * What only a provider of payments gives a meaning to.
 * @param collecting the integration that collects it; undefined where none does. Domain: customers-subscriptions V13
 * @throws UnsupportedParameter naming the field
 */
export function requireProvided(asked: BillingRequest, collecting?: { id: string }): void {
  if (!isNothing(asked.chargeOnBehalfOfAccount))
    throw unsupported(
      'chargeOnBehalfOfAccount: money is collected on the account of the integration; leave it out',
    );
  if (!isNothing(asked.taxRateIds))
    throw unsupported('taxRateIds: taxes are worked out here; send taxPercentage instead');
  const { integrationId } = asked;
  if (isNothing(integrationId) || integrationId === collecting?.id) return;
  throw unsupported(
    collecting
      ? `integrationId: ${collecting.id} is the integration that collects; send that, or leave it out`
      : 'integrationId: no integration collects this subscription; send it with paymentCollectionMethod CHARGE, or leave it out',
  );
}

const unsupported = (what: string): DomainError =>
  new DomainError('UnsupportedParameter', `billingInformation.${what}`);

/** What only an invoice gives a meaning to. @throws UnsupportedParameter naming the field. Domain: customers-subscriptions V13 */
export function refuseUnbilled(asked: BillingRequest): void {
  requireProvided(asked);
  const { isBackdated: _, isInvoicePaid, ...rest } = asked;
  const said = Object.entries({ ...rest, ...(isInvoicePaid && { isInvoicePaid }) });
  const field = said.find(([, value]) => !isNothing(value))?.[0];
  if (field === undefined) return;
  const message = `billingInformation.${field}: nothing is billed here under paymentCollectionMethod NONE; send CHARGE or INVOICE, or leave the field out`;
  throw new DomainError('UnsupportedParameter', message);
}

const isNothing = (value: unknown): boolean =>
  value == null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** Domain: customers-subscriptions V13 @throws InvalidArgumentError */
export function requireBackdated(asked: BillingRequest, startDate: Date | undefined, now: Date): void {
  if (!asked.isBackdated || (startDate && startDate < now)) return;
  const message =
    'billingInformation.isBackdated: send a startDate that has gone by, or leave isBackdated out';
  throw new DomainError('InvalidArgumentError', message);
}

/**
 * Of one that runs: where it began is known, and its first invoice is sent unless it is tried still.
 * @throws BadUserInput
 */
export function refuseOfBeginning({ isBackdated, isInvoicePaid }: BillingRequest, isBilled: boolean): void {
  const field = isBackdated ? 'isBackdated' : isInvoicePaid && isBilled ? 'isInvoicePaid' : undefined;
  if (field) throw badInput(`billingInformation.${field} is said when a subscription begins; leave it out`);
}
