import { Injectable } from '@nestjs/common';
import { grouped } from '#libs/kernel/grouped';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { PackageStatus } from './domain/package-kind';
import type { PackageVersion } from './domain/package-version';
import { packageVersionMapping } from './package.mapping';

/** Which version a reader asks for; nothing said means the one that is told. Domain: catalog L5 */
export interface VersionSelection {
  version?: number;
  status?: PackageStatus;
}

export interface VersionNumber {
  packageUid: string;
  versionNumber: number;
}

@Injectable()
export class PackageVersionsRepository extends TenantTable<PackageVersion> {
  constructor(persistence: Persistence) {
    super(persistence, packageVersionMapping);
  }

  /** The open draft and the latest version, whichever exist, by package. */
  async addressedOf(packageUids: readonly string[]): Promise<Map<string, PackageVersion[]>> {
    const condition = `t.package_uid = any($2) and (t.status = 'DRAFT' or t.is_latest)`;
    const found = await this.where(condition, [packageUids]);
    return grouped(found, ({ packageUid }) => packageUid, packageUids);
  }

  /** The newest version that fits. */
  async newest(
    packageUid: string,
    { version, status }: VersionSelection,
  ): Promise<PackageVersion | undefined> {
    const condition =
      't.package_uid = $2 and ($3::int is null or t.version_number = $3) and ($4::text is null or t.status = $4) ' +
      'order by t.version_number desc limit 1';
    return (await this.where(condition, [packageUid, version ?? null, status ?? null]))[0];
  }

  /** By package: the newest version in one of these states, or without states the one that a reader is told. */
  async toldOf(
    packageUids: readonly string[],
    statuses: readonly PackageStatus[] | undefined,
  ): Promise<Map<string, PackageVersion>> {
    const found = statuses
      ? await this.where(`t.package_uid = any($2) and t.status = any($3) ${lastWins}`, [
          packageUids,
          statuses,
        ])
      : await this.where(
          `t.package_uid = any($2) and (t.is_latest or t.status = 'DRAFT') order by t.is_latest`,
          [packageUids],
        );
    return new Map(found.map((version) => [version.packageUid, version]));
  }

  async latestOf(packageUids: readonly string[]): Promise<Map<string, PackageVersion>> {
    const found = await this.where('t.package_uid = any($2) and t.is_latest', [packageUids]);
    return new Map(found.map((version) => [version.packageUid, version]));
  }

  /** Uids of all versions that are older than one of these. */
  async olderThan(versions: readonly VersionNumber[]): Promise<string[]> {
    const text = `select t.uid from unnest($2::uuid[], $3::int[]) as given(package_uid, version_number)
                    join package_version t on t.package_uid = given.package_uid and t.version_number < given.version_number
                   where ${this.own}`;
    const values = [
      versions.map(({ packageUid }) => packageUid),
      versions.map(({ versionNumber }) => versionNumber),
    ];
    return (await this.ask<{ uid: string }>(text, values)).map(({ uid }) => uid);
  }

  /** Archiving speaks of the package, so older published versions leave with the latest. Domain: catalog L2 */
  archivePublished(packageUid: string, now: Date): Promise<void> {
    return this.turn(packageUid, 'PUBLISHED', 'ARCHIVED', now);
  }

  /** What archiving took: only published versions ever become archived, so all of them return. Domain: catalog L2 */
  unarchive(packageUid: string, now: Date): Promise<void> {
    return this.turn(packageUid, 'ARCHIVED', 'PUBLISHED', now);
  }

  /** Does a version of any state offer this package group? Domain: catalog A6 */
  async offers(groupUid: string): Promise<boolean> {
    const text = `select 1 as found from package_version t where ${this.own} and t.package_groups @> $2::jsonb limit 1`;
    const values = [JSON.stringify([{ uid: groupUid }])];
    const rows = await this.ask(text, values);
    return rows.length > 0;
  }

  private async turn(packageUid: string, from: PackageStatus, to: PackageStatus, now: Date): Promise<void> {
    const text = `update package_version t set status = $4, updated_at = $5
                   where ${this.own} and t.package_uid = $2 and t.status = $3`;
    await this.ask(text, [packageUid, from, to, now]);
  }
}

// Entered into a map in this order, a newer version takes the place of an older one.
const lastWins = 'order by t.version_number';
