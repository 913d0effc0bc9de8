import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
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
    return this.where('of_version', `t.package_version_uid = $2 ${displayOrder}`, [versionUid]);
  }

  /** By version, each in display order. */
  async ofVersions(versionUids: readonly string[]): Promise<Map<string, PackageEntitlement[]>> {
    const condition = `t.package_version_uid = any($2) ${displayOrder}`;
    return grouped(await this.where('of_versions', condition, [versionUids]), versionOf, versionUids);
  }

  /** By version, each in display order: what names the entitlements, without their values. */
  async namesOf(versionUids: readonly string[]): Promise<Map<string, EntitlementName[]>> {
    const text = `select t.package_version_uid as "packageVersionUid", t.kind, t.ref_id as "refId"
                    from package_entitlement t where ${this.own} and t.package_version_uid = any($2) ${displayOrder}`;
    const statement = { name: 'package_entitlement.names', text };
    const values = [currentEnvironmentId(), versionUids];
    return grouped(await this.persistence.database.query<NameRow>(statement, values), versionOf, versionUids);
  }

  /** Which of these values stand in a version that was published? Subscriptions may pin any of them. Domain: catalog F4 */
  async publishedValues(featureUid: string, values: readonly string[]): Promise<string[]> {
    const text = `select distinct value
                    from package_entitlement t
                    join package_version v on v.environment_id = t.environment_id and v.uid = t.package_version_uid
                   cross join lateral jsonb_array_elements_text(t.enum_values) as value
                   where ${this.own} and t.feature_uid = $2 and v.status <> 'DRAFT' and value = any($3)`;
    const statement = { name: 'package_entitlement.published_values', text };
    const parameters = [currentEnvironmentId(), featureUid, values];
    const rows = await this.persistence.database.query<{ value: string }>(statement, parameters);
    return rows.map(({ value }) => value);
  }

  versionsOfFeature(featureUid: string): Promise<string[]> {
    return this.versionsWhere(
      'of_feature',
      '(t.feature_uid = $2 or t.dependency_feature_uid = $2)',
      featureUid,
    );
  }

  versionsOfCurrency(currencyUid: string): Promise<string[]> {
    return this.versionsWhere('of_currency', 't.currency_uid = $2', currencyUid);
  }

  private async versionsWhere(name: string, condition: string, uid: string): Promise<string[]> {
    const text = `select distinct t.package_version_uid as "versionUid" from package_entitlement t where ${this.own} and ${condition}`;
    const statement = { name: `package_entitlement.versions_${name}`, text };
    const rows = await this.persistence.database.query<{ versionUid: string }>(statement, [
      currentEnvironmentId(),
      uid,
    ]);
    return rows.map(({ versionUid }) => versionUid);
  }
}

interface NameRow extends EntitlementName {
  packageVersionUid: string;
}

const versionOf = ({ packageVersionUid }: { packageVersionUid: string }): string => packageVersionUid;
