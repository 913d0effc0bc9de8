/** Kinds of objects by their member of the document, in the order in which they refer to each other. */
export const partNames = [
  'products',
  'features',
  'featureGroups',
  'customCurrencies',
  'coupons',
  'promotionCodes',
  'addons',
  'packageGroups',
  'plans',
] as const;

export type PartName = (typeof partNames)[number];

export const catalogKinds = [
  'PRODUCT',
  'FEATURE',
  'FEATURE_GROUP',
  'CUSTOM_CURRENCY',
  'COUPON',
  'PROMOTION_CODE',
  'ADDON',
  'PACKAGE_GROUP',
  'PLAN',
] as const;

export type CatalogKind = (typeof catalogKinds)[number];

export const nounOf: Readonly<Record<CatalogKind, string>> = {
  PRODUCT: 'Product',
  FEATURE: 'Feature',
  FEATURE_GROUP: 'Feature group',
  CUSTOM_CURRENCY: 'Custom currency',
  COUPON: 'Coupon',
  PROMOTION_CODE: 'Promotion code',
  ADDON: 'Addon',
  PACKAGE_GROUP: 'Package group',
  PLAN: 'Plan',
};

/** An object as the document writes it. */
export interface CatalogObject {
  id: string;
}

/** What is said of the whole catalog; a kind that is left out is not spoken about. */
export type CatalogParts = { readonly [P in PartName]?: readonly CatalogObject[] };

/** UNARCHIVE brings back what was archived, with whatever else changes about it. */
export const catalogActions = ['CREATE', 'UPDATE', 'PUBLISH', 'ARCHIVE', 'UNARCHIVE'] as const;

export type CatalogAction = (typeof catalogActions)[number];

/** One difference; null on a side stands for what is not there. */
export interface FieldChange {
  /** Such as `entitlements[FEATURE api-calls].usageLimit`; empty for the object as a whole. */
  path: string;
  before: unknown;
  after: unknown;
}

/** What becomes of one object. */
export interface ObjectChange<D extends CatalogObject = CatalogObject> {
  part: PartName;
  kind: CatalogKind;
  id: string;
  action: CatalogAction;
  fields: FieldChange[];
  /** In normal form; null for what is new. */
  before: D | null;
  /** In normal form; null for what is archived. */
  after: D | null;
  /** Where the document speaks of it, such as `document.plans[3]`; messages begin with it. */
  at: string;
}
