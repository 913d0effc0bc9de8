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

/** How operations speak of a kind: `createPlanDraft`, `plans:write`, "the draft of a plan". */
export const wordsOf = {
  PLAN: { noun: 'Plan', plural: 'plans', a: 'a plan' },
  ADDON: { noun: 'Addon', plural: 'addons', a: 'an addon' },
} as const satisfies Record<PackageKind, object>;

/** `Plan pro`, as messages name a package. */
export const nameOf = (kind: PackageKind, id: string): string => `${wordsOf[kind].noun} ${id}`;

export const notFoundOf = { PLAN: 'PlanNotFound', ADDON: 'AddonNotFound' } as const;
