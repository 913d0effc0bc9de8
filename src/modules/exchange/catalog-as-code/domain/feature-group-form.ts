import type { CatalogObject } from './catalog-object';
import { lean, normalMetadata } from './lean';
import { plainForm, type PartForm } from './part-form';

export interface FeatureGroupDocument extends CatalogObject {
  displayName: string;
  featureIds: string[];
  metadata?: Record<string, string> | null;
}

export const featureGroupForm: PartForm<FeatureGroupDocument> = {
  ...plainForm,
  part: 'featureGroups',
  kind: 'FEATURE_GROUP',
  resource: 'features',
  references: ({ featureIds }) => featureIds.map((id) => ({ path: 'featureIds', part: 'features', id })),
  toldBeside: (group, told) => {
    const featureIds = group.featureIds.filter((id) => told('features').has(id));
    if (featureIds.length === group.featureIds.length) return group;
    return featureIds.length > 0 ? { ...group, featureIds } : undefined;
  },
  normal: ({ id, displayName, featureIds, metadata }) =>
    lean<FeatureGroupDocument>({ id, displayName, featureIds, metadata: normalMetadata(metadata) }),
};
