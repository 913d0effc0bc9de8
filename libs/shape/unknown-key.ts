import { toldKey, type Fault } from './faults';
import { keyRefusalOf } from './refused-keys';
import { specsOf, type ShapeClass } from './property-spec';

/** A key that the shape does not know, with the field that its writer may have meant. @param at path of the object */
export function unknownKey(shape: ShapeClass, key: string, value: object, at: string): Fault {
  const path = at && `${at}.`;
  const own = keyRefusalOf(shape, key);
  if (own) return { code: own.code, message: `${path}${key}: ${own.message}` };
  const missing = [...specsOf(shape).keys()].filter((name) => !Object.hasOwn(value, name));
  const likely = likeliest(key, missing);
  const question = likely === undefined ? '' : `; did you mean ${likely}?`;
  return { code: 'BadUserInput', message: `${path}${toldKey(key)} is not a known field${question}` };
}

// Longer ones are no slips of the pen, and comparing takes the product of both lengths.
const longestSlip = 40;

/** The name that a few slips of the pen make of the key; undefined where none comes near. */
function likeliest(key: string, names: readonly string[]): string | undefined {
  if (key.length > longestSlip) return undefined;
  const plain = plainly(key);
  const near = names
    .map((name) => ({ name, slips: slipsBetween(plain, plainly(name)) }))
    .filter(({ name, slips }) => slips <= Math.max(1, Math.floor(name.length / 4)))
    .sort((a, b) => a.slips - b.slips);
  return near[0]?.name;
}

/** `display_name`, `DisplayName` and `displayName` are one name in three habits. */
const plainly = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/** Letters to put in, take out, change, or exchange with the next one (optimal string alignment), row by row. */
function slipsBetween(a: string, b: string): number {
  let above: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchange = isExchanged ? (above[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(change, exchange, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [above, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
