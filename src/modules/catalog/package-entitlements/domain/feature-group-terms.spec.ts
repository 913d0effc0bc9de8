import type { TakenGroup } from '#modules/catalog/feature-groups';
import { attachedGroups, requireAttached } from './attached-feature-group';
import { EntitlementTag } from './entitlement-tag';
import { requireMembers, requireUntagged } from './feature-group-terms';
import type { PackageEntitlement } from './package-entitlement';

// Domain: catalog

const now = new Date('2026-03-01T00:00:00.000Z');
const reference = (uid: string) => ({ uid, id: uid });
const group = (id: string, ...features: string[]): TakenGroup => ({
  ...reference(id),
  features: features.map(reference),
});
const entitlement = (refId: string, kind: 'FEATURE' | 'CREDIT' = 'FEATURE') =>
  ({ uid: `${kind} ${refId}`, packageVersionUid: 'version', kind, refId }) as PackageEntitlement;
const refused = (code: string) => expect.objectContaining({ code }) as Error;

describe('what a feature group brings (F10)', () => {
  const act =
    (stored: PackageEntitlement[], ...added: [type: 'FEATURE' | 'CREDIT', id: string][]) =>
    () =>
      requireMembers(
        group('team', 'a', 'b'),
        stored,
        added.map(([type, id]) => ({ type, id })),
      );

  it('is an entitlement for each member, new or there already', () => {
    expect(act([], ['FEATURE', 'a'], ['FEATURE', 'b'])).not.toThrow();
    expect(act([entitlement('a')], ['FEATURE', 'b'])).not.toThrow();
    expect(act([entitlement('a'), entitlement('b'), entitlement('c')])).not.toThrow();
  });

  it.each([[act([])], [act([], ['FEATURE', 'a'])], [act([entitlement('a', 'CREDIT')], ['FEATURE', 'b'])]])(
    'leaves no member out',
    (bring) => {
      expect(bring).toThrow(refused('FeatureGroupMissingFeaturesError'));
    },
  );

  it.each([[act([], ['FEATURE', 'c'])], [act([entitlement('a')], ['FEATURE', 'b'], ['CREDIT', 'a'])]])(
    'is of members only',
    (bring) => {
      expect(bring).toThrow(refused('FeatureNotBelongToFeatureGroupError'));
    },
  );
});

describe('what feature groups hold (F10)', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => entitlement(id)) as [
    PackageEntitlement,
    PackageEntitlement,
    PackageEntitlement,
  ];
  const tag = (held: PackageEntitlement, id: string) => EntitlementTag.of(held, reference(id), now);
  const tags = [tag(c, 'second'), tag(b, 'first'), tag(a, 'second')];

  it('is told by group, with features in display order', () => {
    expect(attachedGroups([a, b, c], tags)).toEqual([
      { ...reference('second'), featureIds: ['a', 'c'] },
      { ...reference('first'), featureIds: ['b'] },
    ]);
    expect(requireAttached(attachedGroups([a, b, c], tags), 'first').featureIds).toEqual(['b']);
    expect(() => requireAttached([], 'first')).toThrow(refused('FeatureGroupNotFoundError'));
  });

  it('is not deleted alone', () => {
    expect(() => requireUntagged(a, [])).not.toThrow();
    expect(() => requireUntagged(a, [tag(a, 'team')])).toThrow(
      refused('EntitlementBelongsToFeatureGroupError'),
    );
  });

  it('L3: is held by the same groups on the copy of its entitlement, since when it was', () => {
    const later = new Date('2026-04-01T00:00:00.000Z');
    const copy = tag(a, 'team').copyTo({ uid: 'copied', packageVersionUid: 'draft' }, later);
    expect(copy).toMatchObject({
      ...{ entitlementUid: 'copied', packageVersionUid: 'draft', groupUid: 'team', groupId: 'team' },
      ...{ createdAt: now, updatedAt: now },
    });
  });
});
