import 'reflect-metadata';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { nestedLists } from '../../test/support/nested-lists';
import { OmitOf, PartialOf, PickOf } from './classes';
import { Bool, Int, ListOf, Nested, OneOf, RowsOf, StringMap, Text, Timestamp } from './decorators';
import { enumShape } from './enum-shape';
import { RefusesKey } from './refused-keys';
import { toShape } from './shape.pipe';
import { Variants } from './variants';

const Colour = enumShape('ShapePipeSpecColour', ['RED', 'BLUE']);
const RoundKind = enumShape('ShapePipeSpecRound', ['ROUND']);
const SquareKind = enumShape('ShapePipeSpecSquare', ['SQUARE']);

class Round {
  @OneOf(RoundKind)
  type: 'ROUND';
  @Int({ min: 1 })
  radius: number;
}
class Square {
  @OneOf(SquareKind)
  type: 'SQUARE';
  @Int({ min: 1 })
  side: number;
  @StringMap({ optional: true })
  labels?: Record<string, string>;
}
@Variants('ShapePipeSpecFigureInput', { ROUND: Round, SQUARE: Square })
class Figure {}

@RefusesKey('owner', { code: 'UnsupportedParameter', message: 'use PUT …/owner' })
class Owned {
  @Text()
  id: string;
}
class OwnedToo extends Owned {}

class Corner {
  @Int()
  x: number;
  @Timestamp({ optional: true, nullable: true })
  drawnAt?: Date | null;
}
class Drawing {
  @Text({ min: 1, max: 3 })
  id: string;
  @Bool({ optional: true })
  isFramed?: boolean;
  @OneOf(Colour, { optional: true, nullable: true })
  colour?: string | null;
  @StringMap({ optional: true })
  labels?: Record<string, string>;
  @Nested(Corner, { optional: true, nullable: true })
  corner?: Corner | null;
  @Nested(Corner, { optional: true })
  origin?: Corner;
  @ListOf(Figure, { optional: true, maxItems: 3 })
  figures?: Figure[];
  @ListOf({ max: 3 }, { optional: true })
  tags?: string[];
}
class Patch extends PartialOf(Drawing) {}
class WithoutLabels extends OmitOf(Drawing, ['labels', 'figures']) {}
class OnlyLabels extends PickOf(Drawing, ['labels']) {}

const read = (value: unknown) => toShape(Drawing, value);
const refusal = (value: unknown): string => {
  try {
    read(value);
  } catch (error) {
    if (error instanceof DomainError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'taken';
};
const parsed = (text: string): unknown => JSON.parse(text);

describe('what comes in', () => {
  it('becomes an instance of its shape, nested ones too, with instants as dates', () => {
    const drawing = read({
      id: 'a',
      corner: { x: 1, drawnAt: '2026-01-31T10:15:00+01:00' },
      figures: [
        { type: 'SQUARE', side: 2 },
        { type: 'ROUND', radius: 1 },
      ],
    });
    expect(drawing).toBeInstanceOf(Drawing);
    expect(drawing.corner).toBeInstanceOf(Corner);
    expect(drawing.corner?.drawnAt).toEqual(new Date('2026-01-31T09:15:00Z'));
    expect(drawing.figures?.map((figure) => figure.constructor)).toEqual([Square, Round]);
  });

  it('keeps absent and null apart', () => {
    expect(Object.keys(read({ id: 'a' }))).toEqual(['id']);
    expect(read({ id: 'a', corner: null, colour: null })).toEqual({ id: 'a', corner: null, colour: null });
  });

  it.each([
    [{}, 'BadUserInput: id is required and must be a string'],
    [{ id: null }, 'BadUserInput: id must be a string'],
    [{ id: '' }, 'BadUserInput: id must not be empty'],
    [{ id: '😀😀😀' }, 'taken'],
    [{ id: '😀😀😀😀' }, 'BadUserInput: id must have at most 3 characters, has 4'],
    [{ id: 'a', isFramed: null }, 'BadUserInput: isFramed must be true or false'],
    [{ id: 'a', colour: 'red' }, 'BadUserInput: colour must be one of RED, BLUE'],
    [{ id: 'a', origin: null }, 'BadUserInput: origin must be an object'],
    [{ id: 'a', origin: [] }, 'BadUserInput: origin must be an object'],
    [{ id: 'a', origin: 5 }, 'BadUserInput: origin must be an object'],
    [{ id: 'a', corner: { x: 1.5 } }, 'BadUserInput: corner.x must be an integer'],
    [{ id: 'a', corner: { x: { constructor: 'b' } } }, 'BadUserInput: corner.x must be an integer'],
    [{ id: 'a', tags: 'b' }, 'BadUserInput: tags must be an array'],
    [{ id: 'a', tags: ['b', 5] }, 'BadUserInput: tags[1] must be a string'],
    [{ id: 'a', tags: [{ constructor: 'b' }] }, 'BadUserInput: tags[0] must be a string'],
    [{ id: 'a', tags: { length: 1 } }, 'BadUserInput: tags must be an array'],
    [
      { id: 'a', labels: { b: 5 } },
      'InvalidMetadataError: labels has a value that must be a string (key "b")',
    ],
    [{ id: 'a', labels: [] }, 'InvalidMetadataError: labels must be an object'],
  ])('%j: %s', (value, told) => {
    expect(refusal(value)).toBe(told);
  });

  it.each([
    [[null], 'BadUserInput: figures[0] must be an object'],
    [[[]], 'BadUserInput: figures[0] must be an object'],
    [['SQUARE'], 'BadUserInput: figures[0] must be an object'],
    [{}, 'BadUserInput: figures must be an array'],
    [[{}], 'BadUserInput: figures[0].type is required and must be one of ROUND, SQUARE'],
    [[{ type: 'constructor' }], 'BadUserInput: figures[0].type must be one of ROUND, SQUARE'],
    [[{ type: ['SQUARE'], side: 1 }], 'BadUserInput: figures[0].type must be one of ROUND, SQUARE'],
    [
      [{ type: 'ROUND', side: 1 }],
      'BadUserInput: figures[0].radius is required and must be an integer. figures[0].side is not a known field',
    ],
    [[{ type: 'ROUND', radius: 1, side: 1 }], 'BadUserInput: figures[0].side is not a known field'],
    [
      [
        { type: 'ROUND', radius: 1 },
        { type: 'SQUARE', side: 0 },
      ],
      'BadUserInput: figures[1].side must be at least 1',
    ],
    [Array(4).fill({ type: 'ROUND', radius: 1 }), 'BadUserInput: figures must have at most 3 elements'],
  ])('variants %j: %s', (figures, told) => {
    expect(refusal({ id: 'a', figures })).toBe(told);
  });

  it.each([
    '{"id":"a","foo":1}',
    '{"id":"a","toString":"b"}',
    '{"id":"a","constructor":"b"}',
    '{"id":"a","hasOwnProperty":"b"}',
    '{"id":"a","__proto__":"b"}',
    '{"id":"a","__proto__":{"isFramed":true}}',
    '{"id":"a","valueOf":{"constructor":{"prototype":{}}}}',
  ])('refuses the unknown key of %s, whatever JavaScript makes of it', (text) => {
    const [, key] = Object.keys(parsed(text) as object);
    expect(refusal(parsed(text))).toBe(`BadUserInput: ${key} is not a known field`);
  });

  it('refuses an unknown key at its depth, after a known field that is wrong', () => {
    const corner = parsed('{"x":1,"constructor":"b"}');
    expect(refusal({ id: 'a', corner })).toBe('BadUserInput: corner.constructor is not a known field');
    expect(refusal({ id: '', corner, foo: 1 })).toBe(
      'BadUserInput: id must not be empty. corner.constructor is not a known field. foo is not a known field',
    );
  });

  it.each([
    [{ i: 'a' }, 'id is required and must be a string. i is not a known field; did you mean id?'],
    [{ id: 'a', atgs: [] }, 'atgs is not a known field; did you mean tags?'],
    [
      { id: 'a', colout: 'RED', colruo: 'RED' },
      'colout is not a known field; did you mean colour? colruo is not a known field',
    ],
    [{ id: 'a', is_framed: true }, 'is_framed is not a known field; did you mean isFramed?'],
    [
      { id: 'a', Colour: 'RED', foo: 1 },
      'Colour is not a known field; did you mean colour? foo is not a known field',
    ],
    [
      { id: 'a', corner: { X: 1 } },
      'corner.x is required and must be an integer. corner.X is not a known field; did you mean x?',
    ],
    [{ id: 'a', tags: [], tag: [] }, 'tag is not a known field'],
    [{ id: 'a', ['x'.repeat(1000)]: 1 }, `${'x'.repeat(64)}… is not a known field`],
  ])('%j: %s', (value, told) => {
    expect(refusal(value)).toBe(`BadUserInput: ${told}`);
  });

  it('tells every fault, by the code of the first, and ends with the tenth', () => {
    const labels = { b: 5 };
    expect(refusal({ tags: [5, 'long', ''], foo: 1, corner: {}, labels })).toBe(
      'BadUserInput: id is required and must be a string. labels has a value that must be a string (key "b"). ' +
        'corner.x is required and must be an integer. tags[0] must be a string. ' +
        'tags[1] must have at most 3 characters, has 4. foo is not a known field',
    );
    expect(refusal({ tags: [5], id: 'a', labels })).toMatch(/^InvalidMetadataError: labels .+ tags\[0\]/);
    const endless = Array.from({ length: 1000 }, () => 5);
    const first = endless.slice(0, 10).map((_, index) => `tags[${index}] must be a string`);
    const told = refusal({ id: 'a', tags: endless, unknown: 1 });
    expect(told).toBe(`BadUserInput: ${first.join('. ')}. These are the first 10 faults`);
  });

  it('looks at no element of a list that is too long, and at no key of a map that has too many', () => {
    const unread = () => {
      throw new Error('was read');
    };
    const figures = [1, 2, 3, 4].map(() =>
      Object.defineProperty({}, 'type', { get: unread, enumerable: true }),
    );
    expect(refusal({ id: 'a', figures })).toBe('BadUserInput: figures must have at most 3 elements');
    const keys = Array.from({ length: 51 }, (_, index) => `k${index}`);
    const labels = Object.defineProperties(
      {},
      Object.fromEntries(keys.map((key) => [key, { get: unread, enumerable: true }])),
    );
    expect(refusal({ id: 'a', labels })).toBe('InvalidMetadataError: labels must have at most 50 keys');
  });

  it('refuses a key that means something by its own code, in the shape that says so and in no other', () => {
    const code = (type: typeof Owned, value: object) => () => toShape(type, value);
    const own = expect.objectContaining({ code: 'UnsupportedParameter', message: 'owner: use PUT …/owner' });
    expect(code(Owned, { id: 'a', owner: null })).toThrow(own as Error);
    expect(code(Owned, { id: 'a', other: 1 })).toThrow('other is not a known field');
    expect(code(OwnedToo, { id: 'a', owner: null })).toThrow('owner is not a known field');
  });

  it('takes every key of a map, at every depth', () => {
    const labels = parsed('{"constructor":"a","toString":"b","length":"c"}') as Record<string, string>;
    const drawing = read({ id: 'a', labels, figures: [{ type: 'SQUARE', side: 1, labels }] });
    expect(drawing.labels).toEqual(labels);
    expect((drawing.figures?.[0] as Square).labels).toEqual(labels);
    const polluted = refusal({ id: 'a', labels: parsed('{"__proto__":"b"}') });
    expect(polluted).toBe('InvalidMetadataError: labels must not have the key __proto__');
  });

  it.each([null, [], 'text', 5, undefined])('is an object: %j', (value) => {
    expect(refusal(value)).toBe('BadUserInput: The body must be a JSON object');
  });

  it('composed shapes keep the checks of what they are made of', () => {
    expect(toShape(Patch, {})).toEqual({});
    expect(toShape(Patch, { corner: null })).toEqual({ corner: null });
    expect(() => toShape(Patch, { id: '' })).toThrow('id must not be empty');
    expect(() => toShape(Patch, { figures: [{ type: 'ROUND' }] })).toThrow('figures[0].radius');
    expect(() => toShape(WithoutLabels, { id: 'a', labels: {} })).toThrow('labels is not a known field');
    expect(toShape(OnlyLabels, { labels: { constructor: 'a' } })).toEqual({ labels: { constructor: 'a' } });
  });
});

class Sheet {
  @RowsOf(Corner, { minItems: 1, maxItems: 2 })
  rows: object[];
}

describe('a list of rows', () => {
  it('is taken as it came, whatever its rows hold: who reads it judges them one by one', () => {
    const rows = [{ x: 'wrong', more: 1 }, {}];
    expect(toShape(Sheet, { rows }).rows).toEqual(rows);
  });

  it.each<[string, unknown, string]>([
    ['empty', [], 'rows must have at least 1'],
    ['too long', [{}, {}, {}], 'rows must have at most 2'],
    ['not of objects', [{}, 'x'], 'rows[1] must be an object'],
    [
      'nested without end',
      [{}, { x: nestedLists(5000) }],
      'rows[1] must not be nested more than 20 levels deep',
    ],
  ])('is refused where it is %s', (_what, rows, message) => {
    expect(() => toShape(Sheet, { rows })).toThrow(message);
  });
});
