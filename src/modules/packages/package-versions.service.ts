import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import type { VersionFacts } from './domain/version-facts';
import { PackageStructureReader } from './package-structure.reader';
import { VersionFactsReader } from './version-facts.reader';

/** Published versions for whoever moves from one to another. Domain: catalog I3 */
@Injectable()
export class PackageVersionsService {
  constructor(
    private readonly facts: VersionFactsReader,
    private readonly structure: PackageStructureReader,
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

  /** Undefined where no version of this number was published. */
  @Within()
  numbered(packageUid: string, versionNumber: number): Promise<VersionFacts | undefined> {
    return this.facts.numbered(packageUid, versionNumber);
  }
}
