import { codeOf } from '../../../../../test/support/refused-code';
import { ProductStructure, type PackageNode, linksOf } from '#modules/catalog/package-structure';
import {
  Package,
  type PackageKind,
  PackageLife,
  noTerms,
  PackageVersion,
  type VersionTerms,
} from '#modules/catalog/package-versions';
import { requireArchivable, requireRemovable, requireRevivable } from './retirement';

// Domain: catalog

const now = new Date('2026-03-01T00:00:00.000Z');

function lifeOf(kind: PackageKind, isPublished = true): PackageLife {
  const texts = { displayName: 'x', description: null, billingId: null, metadata: {} };
  const stored = Package.create({ kind, id: 'x', productUid: 'product', productId: 'main', ...texts }, now);
  const life = PackageLife.begin(stored, { ...noTerms, pricingType: 'FREE' }, now);
  if (isPublished) life.publish(now);
  return life;
}

const linking = (
  kind: PackageKind,
  to: 'parentPlanUid' | 'compatibleAddonUids' | 'dependencyUids',
  uid: string,
) => {
  const none = {
    pricingType: 'FREE' as const,
    parentPlanUid: null,
    compatibleAddonUids: [],
    packageGroups: [],
    dependencyUids: [],
  };
  const latest = { ...none, [to]: to === 'parentPlanUid' ? uid : [uid] };
  const node: PackageNode = { uid: 'other', id: 'other', kind, isArchived: false, draft: undefined, latest };
  return new ProductStructure([node]);
};
const alone = new ProductStructure([]);

describe('archiving (L9)', () => {
  it('takes what nobody links to', () => {
    expect(codeOf(() => requireArchivable(lifeOf('PLAN'), alone))).toBeUndefined();
    expect(codeOf(() => requireArchivable(lifeOf('ADDON'), alone))).toBeUndefined();
  });

  it('refuses what was never published', () => {
    expect(codeOf(() => requireArchivable(lifeOf('PLAN', false), alone))).toBe('DraftPlanCantBeArchived');
    expect(codeOf(() => requireArchivable(lifeOf('ADDON', false), alone))).toBe('DraftAddonCantBeArchived');
  });

  it('refuses a plan that the settings of the product rely on, and no addon of the same id', () => {
    const relied = (startPlanId: string | null, downgradePlanId: string | null) =>
      new ProductStructure([], { startPlanId, downgradePlanId });
    const archive = (kind: PackageKind, structure: ProductStructure) =>
      codeOf(() => requireArchivable(lifeOf(kind), structure));
    expect(archive('PLAN', relied('x', null))).toBe('PlanIsUsedAsDefaultStartPlan');
    expect(archive('PLAN', relied('other', 'x'))).toBe('PlanIsUsedAsDowngradePlan');
    expect(archive('PLAN', relied('other', 'other'))).toBeUndefined();
    expect(archive('ADDON', relied('x', 'x'))).toBeUndefined();
  });

  it('refuses a plan that others inherit from', () => {
    const life = lifeOf('PLAN');
    const structure = linking('PLAN', 'parentPlanUid', life.package.uid);
    expect(codeOf(() => requireArchivable(life, structure))).toBe('PlanWithChildCantBeDeleted');
  });

  it('refuses an addon that a plan lists', () => {
    const life = lifeOf('ADDON');
    const structure = linking('PLAN', 'compatibleAddonUids', life.package.uid);
    expect(codeOf(() => requireArchivable(life, structure))).toBe('AddonIsCompatibleWithPlan');
  });

  it('refuses an addon with an open draft, not a plan', () => {
    const [addon, plan] = [lifeOf('ADDON'), lifeOf('PLAN')];
    addon.startDraft(now);
    plan.startDraft(now);
    expect(codeOf(() => requireArchivable(addon, alone))).toBe('AddonWithDraftCannotBeDeletedError');
    expect(codeOf(() => requireArchivable(plan, alone))).toBeUndefined();
  });
});

describe('removing what was never published', () => {
  it('refuses while a link would lead nowhere', () => {
    const [plan, addon] = [lifeOf('PLAN', false), lifeOf('ADDON', false)];
    expect(codeOf(() => requireRemovable(plan, alone))).toBeUndefined();
    expect(codeOf(() => requireRemovable(plan, linking('PLAN', 'parentPlanUid', plan.package.uid)))).toBe(
      'PlanWithChildCantBeDeleted',
    );
    expect(
      codeOf(() => requireRemovable(addon, linking('PLAN', 'compatibleAddonUids', addon.package.uid))),
    ).toBe('AddonIsCompatibleWithPlan');
    expect(codeOf(() => requireRemovable(addon, linking('ADDON', 'dependencyUids', addon.package.uid)))).toBe(
      'IntegrityViolation',
    );
  });
});

describe('returning to the market (L2)', () => {
  const archived = (kind: PackageKind, terms: Partial<VersionTerms> = {}) => {
    const life = lifeOf(kind);
    life.latestVersion?.change(terms);
    life.archive(now);
    return life;
  };
  const around = (more: Partial<PackageNode>) => {
    const latest = linksOf(PackageVersion.draft('other', 1, { ...noTerms, pricingType: 'FREE' }, now));
    const node: PackageNode = {
      ...{ uid: 'other', id: 'other', kind: 'PLAN', isArchived: false, draft: undefined, latest },
      ...more,
    };
    return new ProductStructure([node]);
  };
  const links: [PackageKind, Partial<VersionTerms>][] = [
    ['PLAN', { parentPlanUid: 'other', parentPlanId: 'other' }],
    ['PLAN', { compatibleAddons: [{ uid: 'other', id: 'other' }] }],
  ];

  it('takes what is archived and nothing else', () => {
    expect(codeOf(() => requireRevivable(archived('PLAN'), alone))).toBeUndefined();
    expect(codeOf(() => requireRevivable(archived('ADDON'), alone))).toBeUndefined();
    expect(codeOf(() => requireRevivable(lifeOf('PLAN'), alone))).toBe('BadUserInput');
    expect(codeOf(() => requireRevivable(lifeOf('PLAN', false), alone))).toBe('BadUserInput');
  });

  it.each(links)('leads a %s with %j to nothing that has left the market', (kind, terms) => {
    const life = archived(kind, terms);
    expect(codeOf(() => requireRevivable(life, around({ isArchived: true })))).toBe('EntityIsArchivedError');
    expect(codeOf(() => requireRevivable(life, around({})))).toBeUndefined();
  });

  it.each(links)('asks the same of the draft beside a %s with %j', (kind, terms) => {
    const life = lifeOf(kind);
    life.startDraft(now).change(terms);
    life.archive(now);
    expect(codeOf(() => requireRevivable(life, around({ isArchived: true })))).toBe('EntityIsArchivedError');
  });
});
