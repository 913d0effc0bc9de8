import { fingerprintInTurns, fingerprintOf } from './fingerprint';

describe('fingerprints', () => {
  const feature = (id: string): object => ({ id, displayName: id, additionalMetaData: { b: '2', a: '1' } });
  const request = [{ hash: 'h', document: { plans: [], features: ['a', 'b', 'c'].map(feature) } }];

  it('are equal for equal values, in whatever order their fields came', () => {
    expect(fingerprintOf({ a: 1, b: [{ d: 1, c: 2 }] })).toBe(fingerprintOf({ b: [{ c: 2, d: 1 }], a: 1 }));
    expect(fingerprintOf({ a: 1 })).not.toBe(fingerprintOf({ a: '1' }));
  });

  it('taken in turns are the same: a request is known again however its length was told', async () => {
    for (const levels of [1, 3, 4]) {
      expect(await fingerprintInTurns(request, levels)).toBe(fingerprintOf(request));
    }
  });
});
