import type { CatalogObject, FieldChange } from './catalog-object';
import { chargeReferences, normalCharges, type ChargesDocument } from './charges-document';
import { normalEntitlements, type EntitlementDocument } from './entitlement-list';
import { lean, normalMetadata } from './lean';
import type { FeatureGroupDocument } from './feature-group-form';
import type { Reference, ToldObjects } from './part-form';

/** What plans and addons have in common. Domain: catalog L1 */
export interface PackageDocument extends CatalogObject {
  productId: string;
  displayName: string;
  description?: string | null;
  billingId?: string | null;
  metadata?: Record<string, string>;
  /** PUBLISHED when left out. */
  status?: 'DRAFT' | 'PUBLISHED';
  pricingType?: 'FREE' | 'PAID' | 'CUSTOM' | null;
  /** Whole sets of its entitlements. Domain: catalog F10 */
  featureGroups?: string[];
  charges?: ChargesDocument | null;
  entitlements?: EntitlementDocument[];
}

/** Changed at any time, without a new version. Domain: catalog L4 */
export const sharedByVersions = ['displayName', 'description', 'billingId', 'metadata'] as const;

const shared = new Set<string>(sharedByVersions);

/** @param links what the kind alone has, between its head and its entitlements */
export function normalPackage<D extends PackageDocument>(given: D, links: Partial<D>): D {
  const { id, productId, displayName, description, billingId, metadata, status, pricingType } = given;
  return lean<D>(
    {
      ...{ id, productId, displayName, description, billingId, metadata: normalMetadata(metadata) },
      ...{ status, pricingType },
      ...links,
      featureGroups: [...new Set(given.featureGroups)].sort(),
      charges: normalCharges(given.charges),
      entitlements: normalEntitlements(given.entitlements, softOf(given.charges)),
    },
    { status: 'PUBLISHED' },
  );
}

/** An overage makes the limit below it a soft one, whatever the document says. Domain: catalog R5 */
const softOf = (charges: ChargesDocument | null | undefined): Set<string> =>
  new Set(
    (charges?.overagePricingModels ?? []).map(({ featureId, currencyId }) =>
      featureId === undefined ? `CREDIT ${currencyId}` : `FEATURE ${featureId}`,
    ),
  );

/**
 * What it entitles that is still told, and the feature groups of which it has every member: one that grew since reaches no version. Undefined
 * where that is all of it. Domain: catalog F10
 */
export function toldContents(
  { featureGroups = [], entitlements = [] }: PackageDocument,
  told: ToldObjects,
): Pick<PackageDocument, 'featureGroups' | 'entitlements'> | undefined {
  const left = entitlements.filter(({ type, id }) =>
    told(type === 'FEATURE' ? 'features' : 'customCurrencies').has(id),
  );
  const entitled = new Set(left.map(({ id }) => id));
  const isWhole = (id: string): boolean => {
    const group = told('featureGroups').get(id) as FeatureGroupDocument | undefined;
    return group?.featureIds.every((member) => entitled.has(member)) === true;
  };
  const groups = featureGroups.filter(isWhole);
  const isAll = left.length === entitlements.length && groups.length === featureGroups.length;
  return isAll ? undefined : { featureGroups: groups, entitlements: left };
}

export function packageReferences(given: PackageDocument): Reference[] {
  const { productId, charges, featureGroups = [], entitlements = [] } = given;
  const entitled = entitlements.flatMap((entitlement): Reference[] => {
    const at = `entitlements[${entitlement.type} ${entitlement.id}]`;
    if (entitlement.type === 'FEATURE') return [{ path: at, part: 'features', id: entitlement.id }];
    const { dependencyFeatureId } = entitlement;
    const dependency = dependencyFeatureId
      ? [{ path: `${at}.dependencyFeatureId`, part: 'features' as const, id: dependencyFeatureId }]
      : [];
    return [{ path: at, part: 'customCurrencies', id: entitlement.id }, ...dependency];
  });
  const charged = charges ? chargeReferences(charges) : [];
  const grouped = featureGroups.map((id): Reference => ({
    path: 'featureGroups',
    part: 'featureGroups',
    id,
  }));
  return [{ path: 'productId', part: 'products', id: productId }, ...grouped, ...charged, ...entitled];
}

/** A draft that becomes published counts as well. */
export const makesVersion = (fields: readonly FieldChange[]): boolean =>
  fields.some(({ path }) => !shared.has(path.split('.')[0] as string));
