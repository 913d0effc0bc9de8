import { ProductStructure, type PackageNode, linksOf } from '#modules/catalog/package-structure';
import {
  type PackageKind,
  type PackageReference,
  noTerms,
  PackageVersion,
  type VersionTerms,
} from '#modules/catalog/package-versions';
import { requirePublishable } from './publication';

// Domain: catalog

const now = new Date('2026-03-01T00:00:00.000Z');
const draftOf = (terms: Partial<VersionTerms>) =>
  PackageVersion.draft('self', 1, { ...noTerms, pricingType: 'FREE', ...terms }, now);
const nodeOf = (uid: string, isPublished: boolean, terms: Partial<VersionTerms> = {}): PackageNode => {
  const links = linksOf(draftOf(terms));
  const versions = isPublished ? { draft: undefined, latest: links } : { draft: links, latest: undefined };
  return { uid, id: uid, kind: 'PLAN', isArchived: false, ...versions };
};
const reference = (uid: string): PackageReference => ({ uid, id: uid });

const outcome = (
  kind: PackageKind,
  terms: Partial<VersionTerms>,
  nodes: PackageNode[] = [],
  charges = 0,
): unknown => {
  try {
    requirePublishable({ ...reference('self'), kind }, draftOf(terms), new ProductStructure(nodes), charges);
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
  return 'published';
};

describe('what a publication needs (L8)', () => {
  it('a pricing type', () => {
    expect(outcome('PLAN', { pricingType: null })).toBe('PackagePricingTypeNotSet');
    expect(outcome('ADDON', { pricingType: null })).toBe('PackagePricingTypeNotSet');
    expect(outcome('PLAN', { pricingType: 'FREE' })).toBe('published');
    expect(outcome('PLAN', { pricingType: 'CUSTOM' })).toBe('published');
    expect(outcome('ADDON', { pricingType: 'CUSTOM' })).toBe('published');
  });

  it('a price for whatever is PAID, and none for what is FREE', () => {
    expect(outcome('ADDON', { pricingType: 'PAID' })).toBe('AddonHasToHavePriceError');
    expect(outcome('PLAN', { pricingType: 'PAID' })).toBe('BadUserInput');
    expect(outcome('ADDON', { pricingType: 'PAID' }, [], 1)).toBe('published');
    expect(outcome('PLAN', { pricingType: 'PAID' }, [], 1)).toBe('published');
    expect(outcome('PLAN', { pricingType: 'CUSTOM' }, [], 1)).toBe('published');
    expect(outcome('PLAN', { pricingType: 'FREE' }, [], 1)).toBe('BadUserInput');
  });

  it('a published parent', () => {
    const terms = { parentPlanUid: 'base', parentPlanId: 'base' };
    expect(outcome('PLAN', terms, [nodeOf('base', false)])).toBe('PlanCannotBePublishWhenBasePlanIsDraft');
    expect(outcome('PLAN', terms, [nodeOf('base', true)])).toBe('published');
  });

  it('I5: a parent that was archived since is still one', () => {
    const archived = { ...nodeOf('base', true), isArchived: true };
    expect(outcome('PLAN', { parentPlanUid: 'base', parentPlanId: 'base' }, [archived])).toBe('published');
  });

  it('published compatible addons', () => {
    const terms = { compatibleAddons: [reference('x'), reference('y')] };
    expect(outcome('PLAN', terms, [nodeOf('x', true), nodeOf('y', false)])).toBe(
      'PlanCannotBePublishWhenCompatibleAddonIsDraft',
    );
    expect(outcome('PLAN', terms, [nodeOf('x', true), nodeOf('y', true)])).toBe('published');
  });

  it('A6: no package group on a FREE plan', () => {
    const packageGroups = [{ ...reference('extras'), minItems: null, freeItems: null }];
    expect(outcome('PLAN', { packageGroups })).toBe('FreePlanCantHaveCompatiblePackageGroupError');
    expect(outcome('PLAN', { packageGroups, pricingType: 'CUSTOM' })).toBe('published');
    expect(outcome('PLAN', { packageGroups: [] })).toBe('published');
  });

  it('no circle of parents, no circle of dependencies', () => {
    const plan = nodeOf('base', true, { parentPlanUid: 'self', parentPlanId: 'self' });
    expect(outcome('PLAN', { parentPlanUid: 'base', parentPlanId: 'base' }, [plan])).toBe(
      'PlansCircularDependencyError',
    );
    const addon = nodeOf('x', true, { dependencies: [reference('self')] });
    expect(outcome('ADDON', { dependencies: [reference('x')] }, [addon])).toBe(
      'PlansCircularDependencyError',
    );
  });

  it('I5: no parent of a higher type and no child of a lower one', () => {
    const parent = nodeOf('base', true, { pricingType: 'CUSTOM' });
    expect(outcome('PLAN', { parentPlanUid: 'base', parentPlanId: 'base' }, [parent])).toBe('BadUserInput');
    const child = nodeOf('child', true, { parentPlanUid: 'self', parentPlanId: 'self' });
    expect(outcome('PLAN', { pricingType: 'CUSTOM' }, [child])).toBe('BadUserInput');
  });

  it('P4: a plan that the settings of the product rely on stays FREE', () => {
    const publish = (kind: PackageKind, pricingType: 'FREE' | 'CUSTOM') => () =>
      requirePublishable(
        { ...reference('self'), kind },
        draftOf({ pricingType }),
        new ProductStructure([], { startPlanId: null, downgradePlanId: 'self' }),
        0,
      );
    expect(publish('PLAN', 'CUSTOM')).toThrow(/downgradePlanId of its product and would be CUSTOM/);
    expect(publish('PLAN', 'FREE')).not.toThrow();
    expect(publish('ADDON', 'CUSTOM')).not.toThrow();
  });

  it('names what is missing first: the type before the parent, the parent before the addons', () => {
    const terms = { parentPlanUid: 'base', parentPlanId: 'base', compatibleAddons: [reference('x')] };
    const nodes = [nodeOf('base', false), nodeOf('x', false)];
    expect(outcome('PLAN', { ...terms, pricingType: null }, nodes)).toBe('PackagePricingTypeNotSet');
    expect(outcome('PLAN', { ...terms, pricingType: 'PAID' }, nodes)).toBe(
      'PlanCannotBePublishWhenBasePlanIsDraft',
    );
  });
});
