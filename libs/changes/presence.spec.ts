import { Presence } from './presence';

describe('presence', () => {
  it('beside others, the first second of a process acknowledges nothing', () => {
    const presence = new Presence();
    presence.beaten(100, 110);
    presence.polled(120, true);
    expect([presence.waitMs(120), presence.waitMs(1109), presence.waitMs(1110)]).toEqual([990, 1, 0]);
  });

  it('alone, it need not wait', () => {
    const presence = new Presence();
    presence.beaten(100, 110);
    expect(presence.waitMs(115)).toBeGreaterThan(0);
    presence.polled(120, false);
    expect(presence.waitMs(120)).toBe(0);
  });

  it('a poll that began before the beat had ended proves nothing: two that start at once may not see each other', () => {
    const presence = new Presence();
    presence.beaten(100, 110);
    presence.polled(105, false);
    expect(presence.waitMs(120)).toBe(990);
  });

  it('after a silence each acknowledgement waits until the others have surely heard', () => {
    const presence = new Presence();
    presence.beaten(0, 5);
    presence.polled(10, false);
    expect(presence.waitMs(1500)).toBe(0);
    expect(presence.waitMs(1501)).toBe(1000);
    presence.beaten(4000, 4005);
    expect(presence.waitMs(4010)).toBe(995);
    presence.polled(4100, true);
    expect(presence.waitMs(5004)).toBe(1);
    expect(presence.waitMs(5005)).toBe(0);
  });

  it('steady beats cost nobody anything', () => {
    const presence = new Presence();
    presence.beaten(0, 1);
    presence.polled(2, true);
    for (let at = 300; at <= 6000; at += 300) presence.beaten(at, at + 1);
    expect(presence.waitMs(6100)).toBe(0);
  });
});
