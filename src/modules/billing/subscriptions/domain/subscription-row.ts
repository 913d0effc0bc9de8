import type { BillingPeriod } from '#libs/business/pricing/charge';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { patchMetadata, type Metadata } from '#libs/kernel/metadata';
import { withoutAbsent } from '#libs/kernel/patch';
import type { RequestedAddon } from './addon-rules';
import { chargesOf, type ChargeRequest } from './chosen-quantities';
import { heldAddons } from './subscription-pins';
import type { Subscription } from './subscription';

/** What a row of an import says of a subscription. Domain: customers-subscriptions X8 */
export interface SubscriptionRow {
  id: string;
  customerId: string;
  planId: string;
  resourceId?: string | null;
  addons?: RequestedAddon[];
  charges?: ChargeRequest[];
  billingPeriod?: BillingPeriod;
  billingId?: string | null;
  metadata?: Metadata;
  startDate?: Date;
  endDate?: Date | null;
}

/** What became of a row. */
export interface ImportedSubscription {
  /** Another one than that of the row, where what has that id is on another plan. */
  subscriptionId: string;
  outcome: 'CREATED' | 'UPDATED' | 'UNCHANGED';
}

/** What of a row may change a subscription that is there. */
export type RowNews = Pick<
  SubscriptionRow,
  'addons' | 'charges' | 'billingPeriod' | 'billingId' | 'metadata' | 'endDate'
>;

/** What of it is otherwise than the row says: nothing, where the row has come before. Domain: customers-subscriptions X8 */
export function newsIn(row: SubscriptionRow, subscription: Subscription): RowNews {
  const { purchase, metadata } = subscription;
  const isNews = {
    addons: row.addons && !areSame(row.addons, heldAddons(subscription)),
    charges: row.charges?.some((each) => !isBought(each, subscription)),
    // FREE and CUSTOM plans ignore it (customers-subscriptions V7).
    billingPeriod: purchase !== null && row.billingPeriod !== purchase.billingPeriod,
    billingId: row.billingId !== subscription.billingId,
    metadata: !isSameMap(patchMetadata(metadata, row.metadata), metadata),
    endDate: row.endDate?.getTime() !== subscription.endDate?.getTime(),
  };
  const { addons, charges, billingPeriod, billingId, endDate } = row;
  const said = { addons, charges, billingPeriod, billingId, metadata: row.metadata, endDate };
  const news = Object.entries(said).filter(([field]) => isNews[field as keyof typeof isNews]);
  return withoutAbsent(Object.fromEntries(news)) as RowNews;
}

/** @throws InvalidArgumentError for what no row moves */
export function requireSame(
  row: SubscriptionRow,
  { id, customerId, resourceId, startDate }: Subscription,
): void {
  if (row.customerId !== customerId)
    throw invalid(`customerId: subscription ${id} is one of customer ${customerId}; give the row another id`);
  if (row.resourceId !== undefined && row.resourceId !== resourceId)
    throw invalid(
      `resourceId: subscription ${id} is for ${resourceId ?? 'no resource'}; leave it out, or transfer it`,
    );
  if (row.startDate && row.startDate.getTime() !== startDate.getTime())
    throw invalid(`startDate: subscription ${id} starts at ${startDate.toISOString()}; leave startDate out`);
}

/** @throws InvalidArgumentError. Domain: customers-subscriptions S4 */
export function requireSpan(startDate: Date, endDate: Date | null | undefined): void {
  if (!endDate || endDate > startDate) return;
  throw invalid(`endDate: ${endDate.toISOString()} is not after the start at ${startDate.toISOString()}`);
}

/** @throws InvalidArgumentError: an import bills nothing. Domain: customers-subscriptions X8 */
export function requireUnbilled({ id, billing }: Subscription): void {
  if (!billing) return;
  throw invalid(
    `id: subscription ${id} is collected by ${billing.method} here, and an import bills nothing; PATCH it`,
  );
}

export const invalid = (message: string): DomainError => new DomainError('InvalidArgumentError', message);

const isBought = ({ type, id, quantity }: ChargeRequest, { purchase }: Subscription): boolean =>
  purchase !== null &&
  chargesOf(purchase).some((each) => each.type === type && each.id === id && each.quantity === quantity);

function areSame(asked: readonly RequestedAddon[], held: readonly RequestedAddon[]): boolean {
  const quantities = new Map(held.map(({ id, quantity }) => [id, quantity]));
  return asked.length === held.length && asked.every(({ id, quantity }) => quantities.get(id) === quantity);
}

const isSameMap = (one: Metadata, other: Metadata): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([key, value]) => other[key] === value);
