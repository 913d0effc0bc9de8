import { postalAddressOf, type AskedAddress, type PostalAddress } from '#libs/business/values/postal-address';
import { requireTaxIds, type TaxId } from '#libs/business/values/tax-id';
import { patchMetadata, type Metadata, type MetadataPatch } from '#libs/kernel/metadata';

/** What a billing provider is to know of a customer. What was not said is absent. */
export interface ProviderDetails {
  billingAddress?: PostalAddress;
  shippingAddress?: PostalAddress;
  taxIds?: TaxId[];
  customerName?: string;
  metadata?: Metadata;
}

/** By provider; none of them is there without details. Domain: customers-subscriptions U12 */
export interface Passthrough {
  stripe?: ProviderDetails;
  zuora?: ProviderDetails;
}

export interface ProviderChanges {
  billingAddress?: AskedAddress | null;
  shippingAddress?: AskedAddress | null;
  taxIds?: TaxId[] | null;
  customerName?: string | null;
  metadata?: MetadataPatch;
}

export interface PassthroughChanges {
  stripe?: ProviderChanges | null;
  zuora?: ProviderChanges | null;
}

/**
 * What is absent stays, null clears, of a provider too; addresses and tax ids are replaced as a whole.
 * @throws InvalidAddressError, InvalidTaxId, InvalidMetadataError
 */
export function patchPassthrough(
  stored: Passthrough | null,
  asked: PassthroughChanges | null,
): Passthrough | null {
  if (asked === null) return null;
  const patched = saidOf({
    stripe: patchProvider(stored?.stripe, asked.stripe, 'passthrough.stripe'),
    zuora: patchProvider(stored?.zuora, asked.zuora, 'passthrough.zuora'),
  });
  return patched ?? null;
}

function patchProvider(
  stored: ProviderDetails | undefined,
  asked: ProviderChanges | null | undefined,
  path: string,
): ProviderDetails | undefined {
  if (asked === undefined) return stored;
  if (asked === null) return undefined;
  const { billingAddress, shippingAddress, taxIds, customerName, metadata } = asked;
  const kept = stored ?? {};
  return saidOf({
    billingAddress: patchAddress(kept.billingAddress, billingAddress, `${path}.billingAddress`),
    shippingAddress: patchAddress(kept.shippingAddress, shippingAddress, `${path}.shippingAddress`),
    taxIds: patchTaxIds(kept.taxIds, taxIds, `${path}.taxIds`),
    customerName: customerName === undefined ? kept.customerName : customerName || undefined,
    metadata: saidOf(patchMetadata(kept.metadata ?? {}, metadata, `${path}.metadata`)),
  });
}

const patchAddress = (
  stored: PostalAddress | undefined,
  asked: AskedAddress | null | undefined,
  field: string,
): PostalAddress | undefined => {
  if (asked === undefined) return stored;
  return asked === null ? undefined : postalAddressOf(asked, field);
};

function patchTaxIds(
  stored: TaxId[] | undefined,
  asked: readonly TaxId[] | null | undefined,
  field: string,
): TaxId[] | undefined {
  if (asked === undefined) return stored;
  return asked === null ? undefined : (takeTaxIds(asked, field) ?? undefined);
}

/** Null: none, whether an empty list says so or nothing does. @throws InvalidTaxId */
export function takeTaxIds(asked: readonly TaxId[], field: string): TaxId[] | null {
  requireTaxIds(asked, field);
  return asked.length === 0 ? null : asked.map(({ type, value }) => ({ type, value }));
}

/** Without what is not said; undefined where nothing is. */
function saidOf<T extends object>(details: T): T | undefined {
  const said = Object.entries(details).filter(([, value]) => value !== undefined);
  return said.length === 0 ? undefined : (Object.fromEntries(said) as T);
}
