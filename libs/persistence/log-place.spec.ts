import { covers, readPlace, strangenessOf } from './log-place';

const primary = readPlace('f 1 0/3000148 0 7/16384/service');
const replica = (at: string, of = '7/16384/service', timeline = 1) =>
  readPlace(`t ${timeline} ${at} 0.25 ${of}`);

describe('places in the log of a cluster', () => {
  it('are read as servers tell them', () => {
    expect(readPlace('t 17 1A/FF000028 12.5 7/16384/a role')).toEqual({
      isReplica: true,
      timeline: 17,
      at: 0x1a_ff00_0028n,
      commitAgeSeconds: 12.5,
      identity: '7/16384/a role',
    });
    expect(readPlace('t 1 0/0 -0.5 x').commitAgeSeconds).toBe(0);
    expect(() => readPlace('')).toThrow('does not tell where it stands');
  });

  it('cover one that is no further, beyond 32 bits too', () => {
    expect(covers(replica('0/3000148'), primary)).toBe(true);
    expect(covers(replica('1/0'), primary)).toBe(true);
    expect(covers(replica('0/3000147'), primary)).toBe(false);
    expect(covers(replica('0/FFFFFFFF'), readPlace('f 1 1/0 0 7/16384/service'))).toBe(false);
  });

  it('cover nothing on another timeline, of another cluster or role, or of a server that takes writes', () => {
    const strange = [
      replica('9/0', '7/16384/service', 2),
      replica('9/0', '8/16384/service'),
      replica('9/0', '7/16384/reader'),
      readPlace('f 1 9/0 0 7/16384/service'),
    ];
    expect(strange.map((place) => covers(place, primary))).toEqual([false, false, false, false]);
    expect(strange.map((place) => strangenessOf(place, primary))).toEqual([
      'it follows another timeline',
      expect.stringContaining('another cluster'),
      expect.stringContaining('another role'),
      expect.stringContaining('it takes writes'),
    ]);
    expect(strangenessOf(replica('0/0'), primary)).toBeUndefined();
  });
});
