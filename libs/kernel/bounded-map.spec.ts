import { BoundedMap } from './bounded-map';

describe('BoundedMap', () => {
  it('forgets what was neither written nor read for long, and never has more than it may', () => {
    const map = new BoundedMap<string, number>(4);
    const sizes = [...'abcdefgh'].map((key, n) => {
      map.set(key, n);
      map.get('a');
      return map.size;
    });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([0, undefined, undefined]);
    expect(map.get('h')).toBe(7);
  });

  it('has one entry a key, and none that was deleted', () => {
    const map = new BoundedMap<string, number>(4);
    map.set('a', 1);
    map.set('a', 2);
    expect([map.get('a'), map.size]).toEqual([2, 1]);
    map.set('b', 3);
    map.set('a', 4);
    expect([map.get('a'), map.size]).toEqual([4, 2]);
    map.delete('a');
    expect([map.get('a'), map.size]).toEqual([undefined, 1]);
  });
});
