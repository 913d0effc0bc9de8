import { SystemClock } from './clock';
import { isUid, newUid } from './ids';

describe('new uids', () => {
  // More than the random bytes that are taken together.
  const many = Array.from({ length: 2000 }, newUid);

  it('are UUIDs of version 7, each once', () => {
    expect(many.every((uid) => isUid(uid) && uid[14] === '7')).toBe(true);
    expect(new Set(many).size).toBe(many.length);
  });

  it('are ordered by creation, within a millisecond too', () => {
    expect(many).toEqual([...many].sort());
  });

  it('end in bytes of their own', () => {
    expect(new Set(many.map((uid) => uid.slice(-11))).size).toBe(many.length);
  });

  it('are ordered where the clock is set back', () => {
    const before = newUid();
    const now = jest.spyOn(SystemClock.prototype, 'now').mockReturnValue(new Date(0));
    const after = newUid();
    now.mockRestore();
    expect(after > before).toBe(true);
  });
});
