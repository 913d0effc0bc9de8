/** A package is a plan or an addon; both live the same life. Domain: catalog L1 */
export type PackageKind = 'PLAN' | 'ADDON';

export type PackageStatus = 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';

export type PricingType = 'FREE' | 'PAID' | 'CUSTOM';

/** Who gets a new version. Domain: catalog L6 */
export type MigrationType = 'NEW_CUSTOMERS' | 'ALL_CUSTOMERS';

/** Another package: the key for links, the immutable public id for views. */
export interface PackageReference {
  uid: string;
  id: string;
}

const nouns = { PLAN: 'Plan', ADDON: 'Addon' } as const;

/** `Plan pro`, as messages name a package. */
export const nameOf = (kind: PackageKind, id: string): string => `${nouns[kind]} ${id}`;

export const notFoundOf = { PLAN: 'PlanNotFound', ADDON: 'AddonNotFound' } as const;
