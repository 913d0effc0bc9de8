import type { KeyFacts } from './identity.reader';
import { KeyCache } from './key.cache';

// Domain: access-and-events

const facts = (uid: string) => ({ uid }) as KeyFacts;

describe('keys that were looked up lately', () => {
  let cache: KeyCache;
  beforeEach(() => {
    jest.useFakeTimers();
    cache = new KeyCache();
    cache.hears(true);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const keep = (name: string) =>
    cache.keep(`secret of ${name}`, `digest of ${name}`, facts(name), performance.now());

  it('Y6: a key is found by its secret for five seconds', () => {
    keep('a');
    jest.advanceTimersByTime(4999);
    expect(cache.find('secret of a')).toEqual(facts('a'));
    expect(cache.find('digest of a')).toBeUndefined();
    jest.advanceTimersByTime(1);
    expect(cache.find('secret of a')).toBeUndefined();
  });

  it('Y6: a secret that nobody asks for again leaves with its entry', () => {
    keep('a');
    keep('b');
    expect(cache.size).toBe(2);
    jest.advanceTimersByTime(5000);
    expect(cache.size).toBe(0);
  });

  it('Y6: what takes long to be read lives no longer for it', () => {
    const startedAt = performance.now();
    jest.advanceTimersByTime(3000);
    cache.keep('secret', 'digest', facts('a'), startedAt);
    jest.advanceTimersByTime(2000);
    expect(cache.size).toBe(0);
  });

  it('Y6: a key that is read again lives five seconds from then', () => {
    keep('a');
    jest.advanceTimersByTime(3000);
    keep('a');
    jest.advanceTimersByTime(3000);
    expect(cache.find('secret of a')).toEqual(facts('a'));
    expect(cache.size).toBe(1);
  });

  it('Y6: a revoked key goes at once, and what was asked for before does not bring it back', () => {
    keep('a');
    const startedAt = performance.now();
    jest.advanceTimersByTime(1);
    cache.drop('digest of a');
    cache.keep('secret of a', 'digest of a', facts('a'), startedAt);
    expect(cache.find('secret of a')).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  it('Y3, Y6: what both secrets of a key have found goes with it, and another key stays', () => {
    cache.keep('new', 'digest', facts('a'), performance.now());
    cache.keep('old', 'digest', facts('a'), performance.now());
    keep('b');
    cache.drop('digest');
    expect([cache.find('new'), cache.find('old')]).toEqual([undefined, undefined]);
    expect(cache.find('secret of b')).toEqual(facts('b'));
    expect(cache.size).toBe(1);
  });

  it('Y3, Y6: a secret that is found under another digest of its key leaves with that one', () => {
    cache.keep('old', 'digest of the old', facts('a'), performance.now());
    cache.keep('old', 'digest of the new', facts('a'), performance.now());
    cache.drop('digest of the old');
    expect(cache.find('old')).toEqual(facts('a'));
    jest.advanceTimersByTime(1);
    cache.drop('digest of the new');
    expect(cache.size).toBe(0);
  });

  it('Y6: nothing is kept while nothing can be heard', () => {
    keep('a');
    cache.hears(false);
    keep('b');
    expect(cache.size).toBe(0);
  });

  it('keeps ten thousand at most, and drops the oldest', () => {
    for (let n = 0; n <= 10_000; n++) keep(String(n));
    expect(cache.size).toBe(10_000);
    expect(cache.find('secret of 0')).toBeUndefined();
    expect(cache.find('secret of 10000')).toEqual(facts('10000'));
  });
});
