import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { PackageKind } from '#modules/catalog/package-versions';
import type { VersionFacts } from './domain/version-facts';

type FactsRow = VersionFacts & Record<string, unknown>;

/** @reads package, package_version of catalog/package-versions */
const facts = (
  condition: string,
): string => `select p.uid as "packageUid", p.id, p.kind, v.uid as "versionUid", v.version_number as "versionNumber",
                v.pricing_type as "pricingType", v.parent_plan_uid as "parentPlanUid"
           from package_version v
           join package p on p.environment_id = $1 and p.uid = v.package_uid
          where v.environment_id = $1 and v.status <> 'DRAFT' and ${condition}`;
const ofVersions = facts('v.uid = any($2)');
const latest = facts('v.package_uid = any($2) and v.is_latest');
const named = facts('p.kind = $2 and p.id = any($3) and v.is_latest');
const numbered = facts('v.package_uid = $2 and v.version_number = $3');

/** Versions as running subscriptions see them: of any age, of archived packages too. */
@Injectable()
export class VersionFactsReader {
  constructor(private readonly database: Database) {}

  of(versionUids: readonly string[]): Promise<VersionFacts[]> {
    return this.database.query<FactsRow>(ofVersions, [currentEnvironmentId(), versionUids]);
  }

  latestOf(packageUids: readonly string[]): Promise<VersionFacts[]> {
    return this.database.query<FactsRow>(latest, [currentEnvironmentId(), packageUids]);
  }

  latestNamed(kind: PackageKind, ids: readonly string[]): Promise<VersionFacts[]> {
    return this.database.query<FactsRow>(named, [currentEnvironmentId(), kind, ids]);
  }

  async numbered(packageUid: string, versionNumber: number): Promise<VersionFacts | undefined> {
    const values = [currentEnvironmentId(), packageUid, versionNumber];
    return (await this.database.query<FactsRow>(numbered, values))[0];
  }
}
