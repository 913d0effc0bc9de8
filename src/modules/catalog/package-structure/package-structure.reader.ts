import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type {
  OfferedGroup,
  PackageKind,
  PackageReference,
  PackageStatus,
  PricingType,
} from '#modules/catalog/package-versions';
import type { PackageNode, VersionLinks } from './domain/product-structure';

interface PackageRow {
  uid: string;
  id: string;
  kind: PackageKind;
}

interface LinkRow {
  package_uid: string;
  status: PackageStatus;
  pricing_type: PricingType | null;
  parent_plan_uid: string | null;
  compatible_addons: PackageReference[] | null;
  package_groups: OfferedGroup[] | null;
  dependencies: PackageReference[] | null;
}

const alone = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
const shared = 'select pg_advisory_xact_lock_shared(hashtextextended($1, 0))';
// Planned anew and without a join: PostgreSQL knows nothing yet of what the same transaction has made, and loops over all
// versions for every package. Measured with 200 packages of one transaction: 22 ms joined, 1 ms apart.
/** @reads package of catalog/package-versions */
const packages =
  'select p.uid, p.id, p.kind from package p where p.environment_id = $1 and p.product_uid = $2';
/** @reads package_version of catalog/package-versions */
const links = `select v.package_uid, v.status, v.pricing_type, v.parent_plan_uid, v.compatible_addons, v.package_groups, v.dependencies
           from package_version v
          where v.environment_id = $1 and v.package_uid = any($2) and (v.is_latest or v.status = 'DRAFT')`;
/** @reads package_version of catalog/package-versions */
const chain = `with recursive chain as (
           select $2::uuid as package_uid, 1 as height
           union all
           select v.parent_plan_uid, c.height + 1
             from chain c
             join package_version v on v.environment_id = $1 and v.package_uid = c.package_uid and v.is_latest
            where v.parent_plan_uid is not null and c.height < 20)
         select package_uid from chain order by height desc`;

/** Questions over all packages of a product at once. */
@Injectable()
export class PackageStructureReader {
  constructor(private readonly database: Database) {}

  /**
   * Lets everybody else who links or unlinks packages of this product wait until this unit of work ends: two changes, each
   * fine alone, could close a circle together.
   */
  async lock(productUid: string): Promise<void> {
    await this.database.query(alone, [nameOfLock(productUid)]);
  }

  /**
   * Lets those wait who publish in this product, until this unit of work ends: who pins the latest version has done so
   * before another takes its place, and is found by whoever moves all that pin an older one. Nobody else waits.
   */
  async share(productUid: string): Promise<void> {
    await this.database.query(shared, [nameOfLock(productUid)]);
  }

  /** To be asked with the product locked. */
  async nodesOf(productUid: string): Promise<PackageNode[]> {
    const environmentId = currentEnvironmentId();
    const found = await this.database.queryPlannedAnew<PackageRow>(packages, [environmentId, productUid]);
    const uids = found.map(({ uid }) => uid);
    const byPackage = new Map<string, LinkRow[]>(uids.map((uid) => [uid, []]));
    for (const row of await this.database.queryPlannedAnew<LinkRow>(links, [environmentId, uids])) {
      byPackage.get(row.package_uid)?.push(row);
    }
    return found.flatMap((each) => nodeOf(each, byPackage.get(each.uid) ?? []));
  }

  /** Uids of a plan and its ancestors by their latest versions, root first. */
  async chainTo(packageUid: string): Promise<string[]> {
    const rows = await this.database.query<{ package_uid: string }>(chain, [
      currentEnvironmentId(),
      packageUid,
    ]);
    return rows.map((row) => row.package_uid);
  }
}

const nameOfLock = (productUid: string): string =>
  `package_structure:${currentEnvironmentId()}:${productUid}`;

/** None where the package was discarded between the two reads. */
function nodeOf({ uid, id, kind }: PackageRow, versions: readonly LinkRow[]): PackageNode[] {
  if (versions.length === 0) return [];
  const draft = versions.find(({ status }) => status === 'DRAFT');
  const latest = versions.find(({ status }) => status !== 'DRAFT');
  const isArchived = latest?.status === 'ARCHIVED';
  return [{ uid, id, kind, isArchived, draft: draft && linksIn(draft), latest: latest && linksIn(latest) }];
}

const linksIn = (row: LinkRow): VersionLinks => ({
  pricingType: row.pricing_type,
  parentPlanUid: row.parent_plan_uid,
  compatibleAddonUids: (row.compatible_addons ?? []).map(({ uid }) => uid),
  packageGroups: row.package_groups ?? [],
  dependencyUids: (row.dependencies ?? []).map(({ uid }) => uid),
});
