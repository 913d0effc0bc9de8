import { Injectable } from '@nestjs/common';
import { PackageGroupsService } from '#modules/catalog/package-groups';
import type { ObjectChange } from '../domain/catalog-object';
import { packageGroupForm, type PackageGroupDocument } from '../domain/package-group-form';
import { patchOf, saysNothing, type CatalogPart, type PartObject, type Steps } from './catalog-part';

const changeable = { displayName: null, addonIds: [] };

@Injectable()
export class PackageGroupPart implements CatalogPart<PackageGroupDocument> {
  readonly form = packageGroupForm;

  constructor(private readonly groups: PackageGroupsService) {}

  async read(hold: boolean): Promise<PartObject<PackageGroupDocument>[]> {
    return (await this.groups.everything(hold)).map(({ id, displayName, addonIds, status }) => ({
      object: packageGroupForm.normal({ id, displayName, addonIds }),
      isArchived: status === 'ARCHIVED',
    }));
  }

  /** Made of addons that are published, and back before plans come back that offer it. */
  steps({ id, action, before, after }: ObjectChange<PackageGroupDocument>): Steps {
    if (!after) return { RETIRE: [() => this.groups.archive(id)] };
    if (!before) return { CHANGE: [() => this.groups.create(after)] };
    const patch = patchOf(before, after, changeable);
    return {
      MAKE: action === 'UNARCHIVE' ? [() => this.groups.unarchive(id)] : [],
      CHANGE: saysNothing(patch) ? [] : [() => this.groups.update(id, patch)],
    };
  }
}
