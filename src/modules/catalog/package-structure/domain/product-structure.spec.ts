import { codeOf } from '../../../../../test/support/refused-code';
import fc from 'fast-check';
import type { PricingType } from '#modules/catalog/package-versions';
import { ProductStructure, type PackageNode, type VersionLinks } from './product-structure';

// Domain: catalog

const links = (more: Partial<VersionLinks> = {}): VersionLinks => ({
  pricingType: 'FREE',
  parentPlanUid: null,
  compatibleAddonUids: [],
  packageGroups: [],
  dependencyUids: [],
  ...more,
});
const node = (uid: string, more: Partial<PackageNode> = {}): PackageNode => ({
  uid,
  id: uid,
  kind: 'PLAN',
  isArchived: false,
  draft: undefined,
  latest: undefined,
  ...more,
});
const live = (uid: string, more: Partial<VersionLinks> = {}) => node(uid, { latest: links(more) });
const reference = (uid: string) => ({ uid, id: uid });

/** p1 ← p2 ← … ← pn, each inheriting from the one before. */
const chainOf = (length: number): PackageNode[] =>
  Array.from({ length }, (_, i) => live(`p${i + 1}`, { parentPlanUid: i === 0 ? null : `p${i}` }));

describe('the parents of a plan', () => {
  it('I5: a chain has ten plans at most', () => {
    const nine = new ProductStructure(chainOf(9));
    const ten = new ProductStructure(chainOf(10));
    const under = (parentPlanUid: string) => links({ parentPlanUid });
    expect(codeOf(() => nine.requireChain(reference('leaf'), under('p9'), 'published'))).toBeUndefined();
    expect(codeOf(() => ten.requireChain(reference('leaf'), under('p10'), 'published'))).toBe('BadUserInput');
  });

  it('I5: those that inherit from the plan count too', () => {
    const below = [...chainOf(5), live('top', {}), live('next', { parentPlanUid: 'top' })];
    const structure = new ProductStructure([...below, ...lower('next', 4)]);
    // 5 above, itself, 1 + 4 below.
    expect(
      codeOf(() => structure.requireChain(reference('top'), links({ parentPlanUid: 'p5' }), 'published')),
    ).toBe('BadUserInput');
    expect(
      codeOf(() => structure.requireChain(reference('top'), links({ parentPlanUid: 'p4' }), 'published')),
    ).toBeUndefined();
  });

  it('L8: a plan that would be its own ancestor is PlansCircularDependencyError', () => {
    const structure = new ProductStructure(chainOf(3));
    for (const parentPlanUid of ['p1', 'p2', 'p3']) {
      expect(
        codeOf(() => structure.requireChain(reference('p1'), links({ parentPlanUid }), 'published')),
      ).toBe('PlansCircularDependencyError');
    }
    expect(
      codeOf(() => structure.requireChain(reference('p3'), links({ parentPlanUid: 'p1' }), 'published')),
    ).toBeUndefined();
  });

  it('an editor meets the links of drafts, a publication those that are live', () => {
    const half = node('b', { latest: links(), draft: links({ parentPlanUid: 'a' }) });
    const structure = new ProductStructure([live('a'), half]);
    const asked = links({ parentPlanUid: 'b' });
    expect(codeOf(() => structure.requireChain(reference('a'), asked, 'draft'))).toBe(
      'PlansCircularDependencyError',
    );
    expect(codeOf(() => structure.requireChain(reference('a'), asked, 'published'))).toBeUndefined();
  });

  it.each<[PricingType | null, PricingType | null, boolean]>([
    ['FREE', 'FREE', true],
    ['FREE', 'PAID', true],
    ['FREE', 'CUSTOM', true],
    ['PAID', 'FREE', false],
    ['PAID', 'PAID', true],
    ['PAID', 'CUSTOM', true],
    ['CUSTOM', 'FREE', false],
    ['CUSTOM', 'PAID', false],
    ['CUSTOM', 'CUSTOM', true],
    [null, 'FREE', true],
    ['CUSTOM', null, true],
  ])('I5: parent %s, child %s: %s', (parentType, pricingType, isTaken) => {
    const structure = new ProductStructure([live('parent', { pricingType: parentType })]);
    const asked = links({ parentPlanUid: 'parent', pricingType });
    const code = codeOf(() => structure.requireChain(reference('child'), asked, 'draft'));
    expect(code).toBe(isTaken ? undefined : 'BadUserInput');
  });

  it('I5: a parent does not rise above the plans that inherit from it', () => {
    const structure = new ProductStructure([
      live('p'),
      live('c', { parentPlanUid: 'p', pricingType: 'PAID' }),
    ]);
    expect(codeOf(() => structure.requireChildrenAtLeast(reference('p'), 'PAID'))).toBeUndefined();
    expect(codeOf(() => structure.requireChildrenAtLeast(reference('p'), 'CUSTOM'))).toBe('BadUserInput');
  });

  it('ends for any links, however tangled', () => {
    const uids = ['a', 'b', 'c', 'd', 'e'];
    const parent = fc.option(fc.constantFrom(...uids), { nil: null });
    fc.assert(
      fc.property(
        fc.tuple(parent, parent, parent, parent, parent),
        fc.constantFrom(...uids),
        (parents, from) => {
          const nodes = uids.map((uid, i) => live(uid, { parentPlanUid: parents[i] ?? null }));
          const act = () =>
            new ProductStructure(nodes).requireChain(
              reference('x'),
              links({ parentPlanUid: from }),
              'published',
            );
          expect([undefined, 'PlansCircularDependencyError']).toContain(codeOf(act));
        },
      ),
    );
  });
});

describe('the dependencies of an addon (A3)', () => {
  const addon = (uid: string, dependencyUids: string[]) =>
    node(uid, { kind: 'ADDON', latest: links({ dependencyUids }) });
  const structure = new ProductStructure([
    addon('a', ['b', 'c']),
    addon('b', ['d']),
    addon('c', ['d']),
    addon('d', []),
  ]);
  const outcome = (uid: string, uids: string[]) =>
    codeOf(() => structure.requireNoDependencyCycle(reference(uid), uids, 'published'));

  it('two ways to one addon are no circle', () => {
    expect(outcome('a', ['b', 'c', 'd'])).toBeUndefined();
  });

  it.each([['a'], ['b'], ['c']])('d cannot depend on %s, which needs d', (uid) => {
    expect(outcome('d', [uid])).toBe('PlansCircularDependencyError');
  });

  it('an addon does not need itself', () => {
    expect(outcome('new', ['new'])).toBe('PlansCircularDependencyError');
  });
});

describe('who stands in the way of a retirement (L9)', () => {
  const plan = (uid: string, more: Partial<PackageNode>) => node(uid, more);
  const structure = new ProductStructure([
    plan('draft', { draft: links({ parentPlanUid: 'p', compatibleAddonUids: ['x'] }) }),
    plan('live', { latest: links({ parentPlanUid: 'p', compatibleAddonUids: ['x'] }) }),
    plan('gone', { isArchived: true, latest: links({ parentPlanUid: 'p', compatibleAddonUids: ['x'] }) }),
    plan('other', { latest: links() }),
    node('y', { kind: 'ADDON', latest: links({ dependencyUids: ['x'] }) }),
  ]);

  it('plans whose draft or live version links to it, archived ones apart', () => {
    expect(structure.childrenOf('p').map(({ id }) => id)).toEqual(['draft', 'live']);
    expect(structure.plansListing('x').map(({ id }) => id)).toEqual(['draft', 'live']);
    expect(structure.addonsNeeding('x').map(({ id }) => id)).toEqual(['y']);
  });
});

/** `count` further plans below `parent`, one under the other. */
function lower(parent: string, count: number): PackageNode[] {
  return Array.from({ length: count }, (_, i) =>
    live(`${parent}-${i}`, { parentPlanUid: i === 0 ? parent : `${parent}-${i - 1}` }),
  );
}
