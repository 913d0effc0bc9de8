import { OwnGroups } from './own-groups';

// Domain: entitlements-usage

describe('groups of this process', () => {
  it('G9: are passed over by a poll once they are held', () => {
    const groups = new OwnGroups();
    expect(groups.hold('one')).toBe(true);
    expect([groups.isHeld('one'), groups.isHeld('one')]).toEqual([true, true]);
  });

  it('G9: that a poll has told of before their answer came are not held: somebody may have written after them', () => {
    const groups = new OwnGroups();
    expect(groups.isHeld('one')).toBe(false);
    expect(groups.hold('one')).toBe(false);
  });

  it('G9: have names: of what has none everything is heard', () => {
    const groups = new OwnGroups();
    expect([groups.isHeld(null), groups.isHeld(null)]).toEqual([false, false]);
  });
});
