import { canonicalJson } from './canonical-json';

/**
 * The text of `canonicalJson`, in pieces of one object each, for values so large that their text is a long turn.
 * @param left levels that are taken apart: as many as there are down to the lists of objects
 */
export function* canonicalPieces(value: unknown, left: number): Generator<string> {
  if (left === 0 || !isPlain(value)) yield canonicalJson(value);
  else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      yield index === 0 ? '[' : ',';
      yield* each === undefined ? ['null'] : canonicalPieces(each, left - 1);
    }
    yield value.length === 0 ? '[]' : ']';
  } else {
    let between = '{';
    for (const [name, each] of Object.entries(sorted(value))) {
      if (each === undefined) continue;
      yield `${between}${JSON.stringify(name)}:`;
      yield* canonicalPieces(each, left - 1);
      between = ',';
    }
    yield between === '{' ? '{}' : '}';
  }
}

/** As `canonicalJson` has them: JavaScript puts names that are numbers first whatever the order. */
const sorted = (value: object): object =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('toJSON' in value);
