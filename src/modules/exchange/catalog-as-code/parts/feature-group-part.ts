import { Injectable } from '@nestjs/common';
import { FeatureGroupsService } from '#modules/catalog/feature-groups';
import type { ObjectChange } from '../domain/catalog-object';
import { featureGroupForm, type FeatureGroupDocument } from '../domain/feature-group-form';
import { patchOf, saysNothing, type CatalogPart, type PartObject, type Steps } from './catalog-part';

const changeable = { displayName: '', featureIds: [], metadata: {} };

@Injectable()
export class FeatureGroupPart implements CatalogPart<FeatureGroupDocument> {
  readonly form = featureGroupForm;

  constructor(private readonly groups: FeatureGroupsService) {}

  async read(hold: boolean): Promise<PartObject<FeatureGroupDocument>[]> {
    return (await this.groups.everything(hold)).map(({ group, featureIds }) => ({
      object: featureGroupForm.normal({ ...group, featureIds }),
      isArchived: group.status === 'ARCHIVED',
    }));
  }

  steps({ id, action, before, after }: ObjectChange<FeatureGroupDocument>): Steps {
    if (!after) return { RETIRE: [() => this.groups.archive(id)] };
    if (!before) return { MAKE: [() => this.groups.create(after)] };
    const patch = patchOf(before, after, changeable);
    return {
      MAKE: action === 'UNARCHIVE' ? [() => this.groups.unarchive(id)] : [],
      CHANGE: saysNothing(patch) ? [] : [() => this.groups.update(id, patch)],
    };
  }
}
