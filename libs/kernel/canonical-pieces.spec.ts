import { canonicalJson } from './canonical-json';
import { canonicalPieces } from './canonical-pieces';

describe('canonical JSON in pieces', () => {
  it.each([
    [null],
    ['text'],
    [[]],
    [{}],
    [{ b: 1, a: { d: [], c: undefined } }],
    [
      {
        z: [{ b: { y: 1, x: [{ q: 1, p: [1, undefined, null] }] }, a: 2 }, undefined, [[[3]]]],
        a: new Date(0),
      },
    ],
    [{ only: undefined }],
    [{ '"': ['ä\n'], 10: 1, 9: 2 }],
  ])('is the same text: %j', (value) => {
    for (const levels of [0, 1, 2, 3, 4, 9]) {
      expect([...canonicalPieces(value, levels)].join('')).toBe(canonicalJson(value));
    }
  });
});
