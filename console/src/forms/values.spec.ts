import type { Field, Shape } from './shape';
import { changeSaid, groupBegun, groupSaid, saidBy, valueOf, type Value } from './values';

const field = (name: string, shape: Shape, more: Partial<Field> = {}): Field => ({
  ...{ name, shape, isSent: false, isRequired: false, isNullable: false, description: undefined },
  ...more,
});
const text: Shape = { kind: 'text', schema: {} };
const number: Shape = { kind: 'number', schema: {} };
const flag: Shape = { kind: 'flag', schema: {} };
const texts: Shape = { kind: 'texts', schema: {}, isNumber: false };
const money: Shape = {
  kind: 'object',
  schema: {},
  fields: [field('amount', number), field('currency', text)],
};
const variants: Shape = {
  ...{ kind: 'variants', schema: {}, by: 'type' },
  variants: { FEATURE: [field('limit', number)], CREDIT: [field('amount', number)] },
};

describe('what a form says', () => {
  it.each<[Shape, unknown]>([
    [text, 'a'],
    [number, 12.5],
    [number, 0],
    [flag, false],
    [texts, ['a', 'b']],
    [{ kind: 'instant', schema: {} }, '2026-03-04T15:30:00.000Z'],
    [{ kind: 'choices', schema: {}, options: ['A', 'B'] }, ['B']],
    [{ kind: 'map', schema: {} }, { a: '1' }],
    [{ kind: 'json', schema: {} }, { a: [1, null] }],
    [money, { amount: 5, currency: 'usd' }],
    [variants, { type: 'CREDIT', amount: 3 }],
    [{ kind: 'list', schema: {}, item: money }, [{ amount: 1 }, { amount: 2 }]],
  ])('of %j is what it was given: %j', (shape, given) => {
    expect(saidBy(shape, valueOf(shape, given))).toEqual(given);
  });

  it('is nothing where nothing was typed', () => {
    const fields = [
      field('a', text),
      field('b', number),
      field('c', flag),
      field('d', texts),
      field('e', money),
    ];
    expect(groupSaid(fields, groupBegun(fields))).toEqual({});
  });

  it('is null where the contract wants it and takes null', () => {
    const fields = [
      field('a', text, { isSent: true, isNullable: true }),
      field('b', texts, { isSent: true, isNullable: true }),
      field('c', text, { isNullable: true }),
    ];
    expect(groupSaid(fields, groupBegun(fields))).toEqual({ a: null, b: null });
  });

  it('is refused where a number is none', () => {
    expect(() => saidBy(number, '12 pieces')).toThrow('12 pieces is no number');
  });
});

describe('what a change says', () => {
  const fields = [
    field('name', text, { isNullable: true }),
    field('note', text),
    field('limit', number, { isNullable: true }),
    field('tags', texts),
    field('price', money, { isNullable: true }),
  ];
  const given = { name: 'Old', note: 'n', limit: 5, tags: ['a'], price: { amount: 1, currency: 'usd' } };
  const before = Object.fromEntries(
    fields.map(({ name, shape }) => [name, valueOf(shape, given[name as keyof typeof given])]),
  );
  const change = (now: Record<string, Value>) => changeSaid(fields, before, { ...before, ...now });

  it('is nothing where nothing was changed', () => expect(change({})).toEqual({}));

  it('is what was changed alone', () => {
    expect(change({ name: 'New', limit: '6' })).toEqual({ name: 'New', limit: 6 });
  });

  it('clears what was emptied: by null where that is taken, else by what is empty', () => {
    expect(change({ name: '', note: '', limit: '', tags: '', price: null })).toEqual({
      ...{ name: null, note: '', limit: null, tags: [], price: null },
    });
  });
});
