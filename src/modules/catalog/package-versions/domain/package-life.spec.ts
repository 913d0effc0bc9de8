import { codeOf } from '../../../../../test/support/refused-code';
import { Package } from './package';
import type { PackageKind } from './package-kind';
import { PackageLife } from './package-life';
import { noTerms } from './package-version';

// Domain: catalog

const now = new Date('2026-03-01T00:00:00.000Z');
const later = new Date('2026-04-01T00:00:00.000Z');

const storedOf = (kind: PackageKind = 'PLAN') =>
  Package.create(
    {
      kind,
      id: 'pro',
      productUid: 'product',
      productId: 'main',
      displayName: 'Pro',
      description: null,
      billingId: null,
      metadata: {},
    },
    now,
  );
const begun = (kind?: PackageKind) =>
  PackageLife.begin(storedOf(kind), { ...noTerms, pricingType: 'FREE' }, now);
const published = (kind?: PackageKind) => {
  const life = begun(kind);
  life.publish(now);
  return life;
};

describe('the life of a package (L2)', () => {
  it('begins as draft of version 1, which readers and editors both see', () => {
    const life = begun();
    expect(life.edited).toMatchObject({
      versionNumber: 1,
      status: 'DRAFT',
      isLatest: false,
      publishedAt: null,
    });
    expect(life.told).toBe(life.edited);
  });

  it('publishing turns the draft into the latest version', () => {
    const life = begun();
    const draft = life.openDraft;
    expect(life.publish(later)).toBeUndefined();
    expect(life.latestVersion).toBe(draft);
    expect(life.openDraft).toBeUndefined();
    expect(life.told).toMatchObject({ status: 'PUBLISHED', isLatest: true, publishedAt: later });
  });

  it('the next draft has the next number and the terms of the latest version, which readers still see', () => {
    const life = published();
    const draft = life.startDraft(later);
    expect(draft).toMatchObject({ versionNumber: 2, status: 'DRAFT', isLatest: false, pricingType: 'FREE' });
    expect(draft.createdAt).toBe(later);
    expect(life.told.versionNumber).toBe(1);
    expect(life.edited).toBe(draft);
  });

  it('publishing version 2 takes isLatest from version 1 and leaves it published', () => {
    const life = published();
    life.startDraft(later);
    const former = life.publish(later);
    expect(former).toMatchObject({
      versionNumber: 1,
      isLatest: false,
      status: 'PUBLISHED',
      publishedAt: now,
    });
    expect(life.told).toMatchObject({ versionNumber: 2, isLatest: true });
  });

  it('an archived package stays readable at its latest version and takes no write', () => {
    const life = published();
    life.archive(later);
    expect(life.told).toMatchObject({ status: 'ARCHIVED', isLatest: true, updatedAt: later });
    expect(life.isArchived).toBe(true);
    expect(codeOf(() => life.requireLive())).toBe('EntityIsArchivedError');
  });
});

describe('refusals of the life of a package', () => {
  it('L3: a second draft is DraftAlreadyExists, of something never published too', () => {
    const life = published();
    life.startDraft(later);
    expect(codeOf(() => life.startDraft(later))).toBe('DraftAlreadyExists');
    expect(codeOf(() => begun().startDraft(later))).toBe('DraftAlreadyExists');
  });

  it('L3: publishing without a draft is PackageAlreadyPublished', () => {
    expect(codeOf(() => published().publish(later))).toBe('PackageAlreadyPublished');
  });

  it('L4: without a draft, entitlements and terms are refused under codes of their own', () => {
    expect(codeOf(() => published().draftOfEntitlements())).toBe('CannotEditPackageInNonDraftMode');
    expect(codeOf(() => published().draftOfTerms())).toBe('EditAllowedOnDraftPackageOnlyError');
    expect(begun().draftOfEntitlements().versionNumber).toBe(1);
    expect(begun().draftOfTerms().versionNumber).toBe(1);
  });

  it('L8: version 32,767 is the last', () => {
    const life = published();
    life.told.versionNumber = 32_766;
    life.startDraft(later);
    life.publish(later);
    expect(life.told.versionNumber).toBe(32_767);
    life.startDraft(later);
    expect(codeOf(() => life.publish(later))).toBe('VersionExceedsMaxValueError');
  });

  it.each([
    ['PLAN', 'DraftPlanCantBeArchived'],
    ['ADDON', 'DraftAddonCantBeArchived'],
  ] as const)('L9: a %s that was never published is %s', (kind, code) => {
    expect(codeOf(() => begun(kind).requireOncePublished())).toBe(code);
    expect(codeOf(() => published(kind).requireOncePublished())).toBeUndefined();
  });
});
