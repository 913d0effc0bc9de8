import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { EntitlementTag } from './domain/entitlement-tag';
import { entitlementTagMapping } from './entitlement-tag.mapping';

@Injectable()
export class EntitlementTagsRepository extends TenantTable<EntitlementTag> {
  constructor(persistence: Persistence) {
    super(persistence, entitlementTagMapping);
  }

  /** In the order in which the groups came. */
  ofVersions(versionUids: readonly string[]): Promise<EntitlementTag[]> {
    const condition = 't.package_version_uid = any($2) order by t.created_at, t.uid';
    return this.where(condition, [versionUids]);
  }

  /** In the order in which the groups came. */
  ofEntitlements(entitlementUids: readonly string[]): Promise<EntitlementTag[]> {
    const condition = 't.entitlement_uid = any($2) order by t.created_at, t.uid';
    return this.where(condition, [entitlementUids]);
  }
}
