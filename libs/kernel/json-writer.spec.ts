import { Decimal } from './decimal';
import { jsonOf } from './json-writer';

const day = 86_400_000;
const instants = [
  0,
  1,
  -1,
  day - 1,
  -day,
  Date.UTC(2024, 1, 29, 23, 59, 59, 999),
  Date.UTC(9999, 11, 31, 23, 59, 59, 999),
  Date.UTC(9999, 11, 31, 23, 59, 59, 999) + 1,
  new Date('0001-01-01T00:00:00.000Z').getTime(),
  new Date('0000-12-31T23:59:59.999Z').getTime(),
  8.64e15,
  -8.64e15,
  NaN,
].map((ms) => new Date(ms));

class View {
  readonly own = 1;
  get inherited(): number {
    return 2;
  }
}

const values: [string, unknown][] = [
  ['plain values', [null, true, false, 0, -0, 1.5, -3e-7, 1e21, NaN, Infinity, '', 'text']],
  ['texts that need care', ['"', '\\', '\u0000\u001f\u007f', '\u2028', '😀', '\ud800', '</script>']],
  ['instants', instants],
  ['what is left out', { a: undefined, b: () => 1, c: Symbol('c'), d: { e: undefined } }],
  ['what becomes null in a list', [undefined, () => 1, Symbol('s')]],
  ['names that need care', { '"': 1, '': 2, ['__proto__']: 3, '\n': 4, ['x'.repeat(100)]: 5, 7: 6 }],
  ['what writes itself', { a: new Decimal('1.50'), b: { toJSON: () => ({ c: 1 }) } }],
  ['a number as a name before others', { b: 1, 2: 2, 1: 3 }],
  ['members of its own only', Object.assign(new View(), { [Symbol('s')]: 1 })],
  ['what has no members', [{}, [], new Map([[1, 2]]), new Set([1]), Object.create(null)]],
  ['lists with holes', [[, 1], [[[]]]]],
];

describe('JSON that is written here', () => {
  it.each(values)('is what JSON.stringify makes: %s', (_name, value) => {
    expect(jsonOf(value)).toBe(JSON.stringify(value));
    expect(jsonOf({ data: [value] })).toBe(JSON.stringify({ data: [value] }));
  });

  it('tells every instant of some days to the millisecond', () => {
    for (let ms = -3 * day; ms < 3 * day; ms += 61_007) {
      const at = new Date(ms);
      expect(jsonOf(at)).toBe(`"${at.toISOString()}"`);
    }
  });

  it('is nothing of nothing', () => {
    for (const value of [undefined, () => 1, Symbol('s')]) expect(jsonOf(value)).toBeUndefined();
  });

  it('refuses what JSON cannot tell', () => {
    expect(() => jsonOf({ a: 1n })).toThrow(TypeError);
    const circle: { self?: unknown } = {};
    circle.self = [circle];
    expect(() => jsonOf(circle)).toThrow(RangeError);
  });
});
