import type { CatalogObject } from './catalog-object';
import { lean, once } from './lean';
import { plainForm, type PartForm } from './part-form';

/** Its product is that of its addons. */
export interface PackageGroupDocument extends CatalogObject {
  displayName?: string | null;
  addonIds: string[];
}

export const packageGroupForm: PartForm<PackageGroupDocument> = {
  ...plainForm,
  part: 'packageGroups',
  kind: 'PACKAGE_GROUP',
  resource: 'addons',
  references: ({ addonIds }) => addonIds.map((id) => ({ path: 'addonIds', part: 'addons', id })),
  normal: ({ id, displayName, addonIds }) =>
    lean<PackageGroupDocument>({ id, displayName, addonIds: once(addonIds) }),
};
