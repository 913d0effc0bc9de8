import { Injectable } from '@nestjs/common';
import { grouped } from '#libs/kernel/grouped';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { EntitlementName } from './domain/entitlement-rules';
import type { PackageEntitlement } from './domain/package-entitlement';
import { packageEntitlementMapping } from './package-entitlement.mapping';

// Domain: catalog E10
const displayOrder = 'order by t.position, t.created_at, t.uid';

@Injectable()
export class PackageEntitlementsRepository extends TenantTable<PackageEntitlement> {
  constructor(persistence: Persistence) {
    super(persistence, packageEntitlementMapping);
  }

  /** In display order. */
  ofVersion(versionUid: string): Promise<PackageEntitlement[]> {
    return this.where(`t.package_version_uid = $2 ${displayOrder}`, [versionUid]);
  }

  /** By version, each in display order. */
  async ofVersions(versionUids: readonly string[]): Promise<Map<string, PackageEntitlement[]>> {
    const condition = `t.package_version_uid = any($2) ${displayOrder}`;
    return grouped(await this.where(condition, [versionUids]), versionOf, versionUids);
  }

  /** By version, each in display order: what names the entitlements, without their values. */
  async namesOf(versionUids: readonly string[]): Promise<Map<string, EntitlementName[]>> {
    const text = `select t.package_version_uid as "packageVersionUid", t.kind, t.ref_id as "refId"
                    from package_entitlement t where ${this.own} and t.package_version_uid = any($2) ${displayOrder}`;
    return grouped(await this.ask<NameRow>(text, [versionUids]), versionOf, versionUids);
  }

  /**
   * Which of these values stand in a version that was published? Subscriptions may pin any of them. Domain: catalog F4
   * @reads package_version of catalog/package-versions
   */
  async publishedValues(featureUid: string, values: readonly string[]): Promise<string[]> {
    const text = `select distinct value
                    from package_entitlement t
                    join package_version v on v.environment_id = $1 and v.uid = t.package_version_uid
                   cross join lateral jsonb_array_elements_text(t.enum_values) as value
                   where ${this.own} and t.feature_uid = $2 and v.status <> 'DRAFT' and value = any($3)`;
    const rows = await this.ask<{ value: string }>(text, [featureUid, values]);
    return rows.map(({ value }) => value);
  }

  versionsGranting(featureUid: string): Promise<string[]> {
    return this.versionsWhere('t.feature_uid = $2', featureUid);
  }

  versionsOfFeature(featureUid: string): Promise<string[]> {
    return this.versionsWhere('(t.feature_uid = $2 or t.dependency_feature_uid = $2)', featureUid);
  }

  versionsOfCurrency(currencyUid: string): Promise<string[]> {
    return this.versionsWhere('t.currency_uid = $2', currencyUid);
  }

  private async versionsWhere(condition: string, uid: string): Promise<string[]> {
    const text = `select distinct t.package_version_uid as "versionUid" from package_entitlement t where ${this.own} and ${condition}`;
    const rows = await this.ask<{ versionUid: string }>(text, [uid]);
    return rows.map(({ versionUid }) => versionUid);
  }
}

interface NameRow extends EntitlementName {
  packageVersionUid: string;
}

const versionOf = ({ packageVersionUid }: { packageVersionUid: string }): string => packageVersionUid;
