import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { PackageReference } from '#modules/catalog/package-versions';

/** The entitlement that a tag is on. */
interface Tagged {
  uid: string;
  packageVersionUid: string;
}

/** A feature group holds an entitlement: it came with the group, or was there when the group came. Domain: catalog F10 */
export class EntitlementTag extends TenantEntity {
  packageVersionUid: string;
  entitlementUid: string;
  groupUid: string;
  /** Its public id. */
  groupId: string;

  static of({ uid, packageVersionUid }: Tagged, group: PackageReference, now: Date): EntitlementTag {
    const place = { packageVersionUid, entitlementUid: uid, groupUid: group.uid, groupId: group.id };
    return EntitlementTag.instantiate<EntitlementTag>(EntitlementTag, place, now);
  }

  /** The same on the copy of its entitlement, with its history. Domain: catalog L3 */
  copyTo(entitlement: Tagged, now: Date): EntitlementTag {
    const { createdAt, updatedAt } = this;
    const copy = EntitlementTag.of(entitlement, { uid: this.groupUid, id: this.groupId }, now);
    return Object.assign(copy, { createdAt, updatedAt });
  }
}
