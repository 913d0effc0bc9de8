import { FeatureGroup } from './feature-group';
import { requireDistinct, sameMembers } from './feature-group-member';

// Domain: catalog

const made = () =>
  FeatureGroup.create(
    { id: 'first', displayName: 'First', metadata: { kept: '1', removed: '1' } },
    new Date('2026-03-01T00:00:00.000Z'),
  );
const refused = (code: string) => expect.objectContaining({ code }) as Error;

describe('a feature group', () => {
  it('F10: is born published', () => {
    expect(made().status).toBe('PUBLISHED');
  });

  it('C6: merges metadata, and an empty text removes a key', () => {
    const group = made();
    group.change({ metadata: { removed: '', added: '2' } });
    expect(group).toMatchObject({ displayName: 'First', metadata: { kept: '1', added: '2' } });
  });

  it('F10: once archived it is neither changed nor taken nor archived again', () => {
    const group = made();
    group.archive();
    expect(group.status).toBe('ARCHIVED');
    expect(() => group.change({ displayName: 'x' })).toThrow(refused('EntityIsArchivedError'));
    expect(() => group.requireLive()).toThrow(refused('EntityIsArchivedError'));
    expect(() => group.archive()).toThrow(refused('EntityIsArchivedError'));
  });

  it('F10: comes back when it is archived and only then', () => {
    const group = made();
    expect(() => group.unarchive()).toThrow(refused('BadUserInput'));
    group.archive();
    group.unarchive();
    expect(() => group.requireLive()).not.toThrow();
  });
});

describe('the members of a feature group', () => {
  it('F10: are each named once', () => {
    expect(() => requireDistinct(['a', 'b', 'c'])).not.toThrow();
    expect(() => requireDistinct(['a', 'b', 'a'])).toThrow(refused('BadUserInput'));
  });

  it.each([
    [['a', 'b'], ['a', 'b'], true],
    [['a', 'b'], ['b', 'a'], false],
    [['a', 'b'], ['a'], false],
    [['a'], ['a', 'b'], false],
  ])('%j and %j are the same: %s', (before, after, same) => {
    expect(sameMembers(before, after)).toBe(same);
  });
});
