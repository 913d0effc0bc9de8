import { Injectable } from '@nestjs/common';
import { Within } from '#libs/use-cases/use-case';
import { PackageSelectionService, type PackageKind } from '#modules/catalog/package-versions';
import type { VersionFacts } from './domain/version-facts';
import { PackageStructureReader } from './package-structure.reader';
import { VersionFactsReader } from './version-facts.reader';

/** Published versions for whoever moves from one to another. Domain: catalog I3 */
@Injectable()
export class PackageVersionsService {
  constructor(
    private readonly facts: VersionFactsReader,
    private readonly structure: PackageStructureReader,
    private readonly packages: PackageSelectionService,
  ) {}

  /** By version uid. */
  @Within()
  async byUids(versionUids: readonly string[]): Promise<Map<string, VersionFacts>> {
    return new Map((await this.facts.of(versionUids)).map((each) => [each.versionUid, each]));
  }

  /** By package uid. They stay the latest until the unit of work ends. */
  @Within()
  async latestOf(productUid: string, packageUids: readonly string[]): Promise<Map<string, VersionFacts>> {
    await this.structure.share(productUid);
    return new Map((await this.facts.latestOf(packageUids)).map((each) => [each.packageUid, each]));
  }

  /** The latest by public id. Nothing is held: for who publishes in the same unit of work, or tries it out. */
  @Within()
  async latestNamed(kind: PackageKind, ids: readonly string[]): Promise<Map<string, VersionFacts>> {
    return new Map((await this.facts.latestNamed(kind, ids)).map((each) => [each.id, each]));
  }

  /** The plans that these inherit from at their latest versions, and those that they inherit from in turn. Domain: catalog I3 */
  @Within()
  async ancestorsOf(versions: readonly VersionFacts[]): Promise<VersionFacts[]> {
    const found = new Map<string, VersionFacts>();
    for (let young: readonly VersionFacts[] = versions; young.length > 0;) {
      const parents = young.flatMap(({ parentPlanUid }) => parentPlanUid ?? []);
      young = await this.facts.latestOf([...new Set(parents)].filter((uid) => !found.has(uid)));
      for (const each of young) found.set(each.packageUid, each);
    }
    return [...found.values()];
  }

  /** Uids of all versions that are older than one of these, of the same packages. */
  @Within()
  olderThan(versions: readonly Pick<VersionFacts, 'packageUid' | 'versionNumber'>[]): Promise<string[]> {
    return this.packages.olderThan(versions);
  }

  /** Undefined where no version of this number was published. */
  @Within()
  numbered(packageUid: string, versionNumber: number): Promise<VersionFacts | undefined> {
    return this.facts.numbered(packageUid, versionNumber);
  }
}
