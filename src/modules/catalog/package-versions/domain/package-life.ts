import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { Package } from './package';
import { nameOf } from './package-kind';
import { PackageVersion, type VersionTerms } from './package-version';

const maxVersionNumber = 32_767;

/** A plan or an addon with the two versions that requests address: the open draft and the latest one. Domain: catalog L2 */
export class PackageLife {
  readonly package: Package;

  constructor(
    stored: Package,
    private draft: PackageVersion | undefined,
    private latest: PackageVersion | undefined,
  ) {
    this.package = stored;
  }

  /** None where the package was discarded between the reads of it and of its versions. */
  static of(stored: Package, versions: readonly PackageVersion[]): PackageLife[] {
    if (versions.length === 0) return [];
    const draft = versions.find(({ status }) => status === 'DRAFT');
    return [
      new PackageLife(
        stored,
        draft,
        versions.find(({ isLatest }) => isLatest),
      ),
    ];
  }

  /** Version 1 of something new. */
  static begin(stored: Package, terms: VersionTerms, now: Date): PackageLife {
    return new PackageLife(stored, PackageVersion.draft(stored.uid, 1, terms, now), undefined);
  }

  get openDraft(): PackageVersion | undefined {
    return this.draft;
  }

  get latestVersion(): PackageVersion | undefined {
    return this.latest;
  }

  /** What a reader sees: the latest version, or the draft of something never published. Domain: catalog L5 */
  get told(): PackageVersion {
    return this.present(this.latest ?? this.draft);
  }

  /** What an editor means: the draft if there is one. Domain: catalog L5 */
  get edited(): PackageVersion {
    return this.present(this.draft ?? this.latest);
  }

  get isArchived(): boolean {
    return this.latest?.status === 'ARCHIVED';
  }

  get name(): string {
    return nameOf(this.package.kind, this.package.id);
  }

  /** @throws EntityIsArchivedError */
  requireLive(): void {
    if (this.isArchived) throw new DomainError('EntityIsArchivedError', `${this.name} is archived`);
  }

  /** The draft whose entitlements are edited. @throws CannotEditPackageInNonDraftMode. Domain: catalog L4 */
  draftOfEntitlements(): PackageVersion {
    if (this.draft) return this.draft;
    const message = `${this.name} has no draft; create one to change its entitlements`;
    throw new DomainError('CannotEditPackageInNonDraftMode', message);
  }

  /** The draft whose terms are edited, or which is removed. @throws EditAllowedOnDraftPackageOnlyError. Domain: catalog L3, L4 */
  draftOfTerms(): PackageVersion {
    if (this.draft) return this.draft;
    throw new DomainError(
      'EditAllowedOnDraftPackageOnlyError',
      `${this.name} has no draft; create one first`,
    );
  }

  /** @throws PackageAlreadyPublished, VersionExceedsMaxValueError. Domain: catalog L3, L8 */
  draftToPublish(): PackageVersion {
    if (!this.draft) {
      throw new DomainError(
        'PackageAlreadyPublished',
        `${this.name} has no draft to publish; create one first`,
      );
    }
    if (this.draft.versionNumber > maxVersionNumber) throw new DomainError('VersionExceedsMaxValueError');
    return this.draft;
  }

  /** A copy of the latest version's terms under the next number. @throws DraftAlreadyExists. Domain: catalog L3 */
  startDraft(now: Date): PackageVersion {
    const { draft, latest } = this;
    if (draft || !latest) {
      const message = `${this.name} has a draft already; edit, publish or discard it`;
      throw new DomainError('DraftAlreadyExists', message);
    }
    this.draft = PackageVersion.draft(this.package.uid, latest.versionNumber + 1, latest.terms, now);
    return this.draft;
  }

  /** The draft becomes the latest version; what was latest is returned, no longer so. Domain: catalog L2 */
  publish(now: Date): PackageVersion | undefined {
    const former = this.latest;
    const draft = this.draftToPublish();
    if (former) former.isLatest = false;
    draft.publish(now);
    this.latest = draft;
    this.draft = undefined;
    return former;
  }

  /** @throws DraftPlanCantBeArchived, DraftAddonCantBeArchived. Domain: catalog L9 */
  requireOncePublished(): void {
    if (this.latest) return;
    throw new DomainError(
      this.package.kind === 'PLAN' ? 'DraftPlanCantBeArchived' : 'DraftAddonCantBeArchived',
      `${this.name} was never published; discard its draft instead`,
    );
  }

  /** No new subscriptions; running ones go on. */
  archive(now: Date): void {
    if (this.latest) Object.assign(this.latest, { status: 'ARCHIVED', updatedAt: now });
  }

  /** @throws BadUserInput. Choice: the mirror of archiving twice, which is refused too. */
  requireArchived(): void {
    if (!this.isArchived) throw badInput(`${this.name} is not archived`);
  }

  /** Back on the market at the version with which it left. Domain: catalog L2 */
  unarchive(now: Date): void {
    if (this.latest) Object.assign(this.latest, { status: 'PUBLISHED', updatedAt: now });
  }

  /** A stored package has a version at any time: discarding the only one removes the package. */
  private present(version: PackageVersion | undefined): PackageVersion {
    if (!version) throw new Error(`${this.name} has no version`);
    return version;
  }
}
