import {
  Package,
  PackageLife,
  type PackageKind,
  noTerms,
  type VersionTerms,
} from '#modules/catalog/package-versions';
import { copyIdOf, copyOfPackage, copyOfVersion } from './package-copy';

// Domain: catalog

const now = new Date('2026-03-01T00:00:00.000Z');
const later = new Date('2026-04-01T00:00:00.000Z');

const lifeOf = (kind: PackageKind, id: string, terms: Partial<VersionTerms> = {}): PackageLife => {
  const texts = { displayName: id, description: 'd', billingId: 'external', metadata: { a: 'b' } };
  const stored = Package.create({ kind, id, productUid: 'product', productId: 'main', ...texts }, now);
  const life = PackageLife.begin(stored, { ...noTerms, pricingType: 'FREE', ...terms }, now);
  life.publish(now);
  return life;
};
const copyOf = (life: PackageLife): Package =>
  copyOfPackage(
    life.package,
    `${life.package.id}-copy-1`,
    { productUid: 'copy', productId: 'second' },
    later,
  );
const copiesOf = (...lives: PackageLife[]) => new Map(lives.map((life) => [life.package.uid, copyOf(life)]));
const reference = ({ package: { uid, id } }: PackageLife) => ({ uid, id });

describe('ids of copies (P7)', () => {
  it.each([
    ['the first number', 'pro', [], 'pro-copy-1'],
    ['the next number', 'pro', ['pro-copy-1', 'pro-copy-2'], 'pro-copy-3'],
    ['the lowest that is free', 'pro', ['pro-copy-1', 'pro-copy-3'], 'pro-copy-2'],
    ['a copy of a copy', 'pro-copy-1', ['pro-copy-1'], 'pro-copy-1-copy-1'],
    ['what just fits', 'x'.repeat(248), [], `${'x'.repeat(248)}-copy-1`],
    ['what is cut to fit', 'x'.repeat(255), [], `${'x'.repeat(248)}-copy-1`],
    [
      'what is cut further by a longer number',
      'x'.repeat(255),
      Array.from({ length: 9 }, (_, index) => `${'x'.repeat(248)}-copy-${index + 1}`),
      `${'x'.repeat(247)}-copy-10`,
    ],
  ])('%s', (_what, id, taken, expected) => {
    expect(copyIdOf(id, new Set(taken))).toBe(expected);
  });
});

describe('copies of packages (P7)', () => {
  it('say the same under another id in another product, and no billing provider knows them', () => {
    const original = lifeOf('PLAN', 'pro').package;
    const copy = copyOf(lifeOf('PLAN', 'pro'));
    const { displayName, description, metadata } = original;
    expect(copy).toMatchObject({ kind: 'PLAN', id: 'pro-copy-1', displayName, description, metadata });
    expect(copy).toMatchObject({ productId: 'second', billingId: null, createdAt: later });
    expect(copy.uid).not.toBe(original.uid);
  });

  it('are drafts of version 1, whatever the number of the original', () => {
    const life = lifeOf('PLAN', 'pro', { pricingType: 'CUSTOM', maxQuantity: null });
    life.startDraft(now);
    life.publish(now);
    const copies = copiesOf(life);
    const version = copyOfVersion(life, copies, later);
    expect(version).toMatchObject({
      versionNumber: 1,
      status: 'DRAFT',
      isLatest: false,
      pricingType: 'CUSTOM',
    });
    expect(version.packageUid).toBe(copies.get(life.package.uid)?.uid);
  });

  it('link to copies', () => {
    const [base, addon, needed] = [
      lifeOf('PLAN', 'base'),
      lifeOf('ADDON', 'addon'),
      lifeOf('ADDON', 'needed'),
    ];
    const plan = lifeOf('PLAN', 'pro', {
      parentPlanUid: base.package.uid,
      parentPlanId: base.package.id,
      compatibleAddons: [reference(addon)],
    });
    const dependent = lifeOf('ADDON', 'dependent', { dependencies: [reference(needed)], maxQuantity: 3 });
    const copies = copiesOf(base, addon, needed, plan, dependent);
    expect(copyOfVersion(plan, copies, later)).toMatchObject({
      parentPlanUid: copies.get(base.package.uid)?.uid,
      parentPlanId: 'base-copy-1',
      compatibleAddons: [{ id: 'addon-copy-1' }],
      dependencies: null,
    });
    expect(copyOfVersion(dependent, copies, later)).toMatchObject({
      compatibleAddons: null,
      dependencies: [{ id: 'needed-copy-1' }],
      maxQuantity: 3,
    });
  });

  it('leave out an addon that is not copied, and refuse without a parent or a dependency', () => {
    const gone = lifeOf('ADDON', 'gone');
    const parent = { parentPlanUid: gone.package.uid, parentPlanId: 'gone' };
    const plan = lifeOf('PLAN', 'pro', { compatibleAddons: [reference(gone)] });
    const child = lifeOf('PLAN', 'child', parent);
    const dependent = lifeOf('ADDON', 'dependent', { dependencies: [reference(gone)] });
    const copies = copiesOf(plan, child, dependent);
    expect(copyOfVersion(plan, copies, later).compatibleAddons).toEqual([]);
    expect(() => copyOfVersion(child, copies, later)).toThrow(/^parentPlanId: Plan child needs gone/);
    expect(() => copyOfVersion(dependent, copies, later)).toThrow(
      /^dependencies: Addon dependent needs gone/,
    );
  });
});
