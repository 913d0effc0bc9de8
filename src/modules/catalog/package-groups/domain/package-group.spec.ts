import { offerOf, requireOfferable, withOffer } from './offers';
import { PackageGroup } from './package-group';

// Domain: catalog

const now = new Date('2026-03-01T00:00:00.000Z');
const reference = (uid: string) => ({ uid, id: uid });
const made = (...addons: string[]) => {
  const owner = { productUid: 'product', productId: 'main' };
  return PackageGroup.create(
    { id: 'extras', displayName: null, ...owner, addons: addons.map(reference) },
    now,
  );
};
const refused = (code: string) => expect.objectContaining({ code }) as Error;
const offer = (uid: string, minItems: number | null = null) => ({ uid, id: uid, minItems, freeItems: null });

describe('a package group (A6)', () => {
  it('changes what it is told and leaves the rest', () => {
    const group = made('a', 'b');
    group.change({ displayName: 'Extras' });
    expect(group).toMatchObject({ displayName: 'Extras', addonIds: ['a', 'b'], status: 'PUBLISHED' });
    group.change({ displayName: null, addons: [reference('c')] });
    expect(group).toMatchObject({ displayName: null, addonIds: ['c'] });
  });

  it('is archived once and comes back once', () => {
    const group = made('a');
    expect(() => group.unarchive()).toThrow(refused('BadUserInput'));
    group.archive();
    expect(() => group.archive()).toThrow(refused('EntityIsArchivedError'));
    group.unarchive();
    expect(() => group.requireLive()).not.toThrow();
  });

  it.each([
    [null, true],
    [0, true],
    [2, true],
    [3, false],
  ])('of two addons nobody can pick %s different ones: %s', (minItems, isEnough) => {
    const act = () => made('a', 'b').requireEnough(minItems, 'minItems');
    if (isEnough) expect(act).not.toThrow();
    else expect(act).toThrow(refused('BadUserInput'));
  });
});

describe('offers of a draft (A6)', () => {
  it('hold each group once, in the order in which they came', () => {
    const offered = withOffer(withOffer([], offer('a')), offer('b'));
    expect(withOffer(offered, offer('a', 2))).toEqual([offer('a', 2), offer('b')]);
    expect(offerOf(offered, 'b', 'pro')).toEqual(offer('b'));
    expect(() => offerOf(offered, 'c', 'pro')).toThrow(refused('PackageGroupNotFound'));
  });

  it('are of groups in use, of the same product, with enough addons', () => {
    const product = { productUid: 'product', productId: 'main' };
    expect(() => requireOfferable(made('a'), product, 1)).not.toThrow();
    expect(() => requireOfferable(made('a'), product, 2)).toThrow(refused('BadUserInput'));
    expect(() => requireOfferable(made('a'), { ...product, productUid: 'other' }, 0)).toThrow(
      refused('BadUserInput'),
    );
    const archived = made('a');
    archived.archive();
    expect(() => requireOfferable(archived, product, 0)).toThrow(refused('EntityIsArchivedError'));
  });
});
