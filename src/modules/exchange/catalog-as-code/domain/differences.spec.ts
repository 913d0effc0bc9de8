import { differences, isSame, keyOf } from './differences';

describe('differences', () => {
  it.each<[string, object, object, [string, unknown, unknown][]]>([
    ['none between the same', { a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 }, []],
    ['a value', { a: 1 }, { a: 2 }, [['a', 1, 2]]],
    [
      'what comes and what goes',
      { a: 1 },
      { b: false },
      [
        ['a', 1, null],
        ['b', null, false],
      ],
    ],
    ['within an object', { m: { x: 'a', y: 'b' } }, { m: { x: 'a' } }, [['m.y', 'b', null]]],
    ['a list of plain values as a whole', { l: ['a', 'b'] }, { l: ['b'] }, [['l', ['a', 'b'], ['b']]]],
    [
      'an element by its name',
      {
        e: [
          { type: 'FEATURE', id: 'a', n: 1 },
          { type: 'CREDIT', id: 'a' },
        ],
      },
      {
        e: [
          { type: 'FEATURE', id: 'a', n: 2 },
          { type: 'FEATURE', id: 'b' },
        ],
      },
      [
        ['e[FEATURE a].n', 1, 2],
        ['e[CREDIT a]', { type: 'CREDIT', id: 'a' }, null],
        ['e[FEATURE b]', null, { type: 'FEATURE', id: 'b' }],
      ],
    ],
    [
      'the order of those that stay',
      { e: [{ id: 'a' }, { id: 'b' }] },
      { e: [{ id: 'b' }, { id: 'a' }] },
      [['e.order', ['a', 'b'], ['b', 'a']]],
    ],
    [
      'elements of which two have one name, as a whole',
      { e: [{ id: 'a' }, { id: 'a' }] },
      { e: [{ id: 'a' }] },
      [['e', [{ id: 'a' }, { id: 'a' }], [{ id: 'a' }]]],
    ],
    ['a list that comes element by element', {}, { e: [{ id: 'a' }] }, [['e[a]', null, { id: 'a' }]]],
    [
      'names of every kind',
      { m: { a: '1' } },
      { m: JSON.parse('{"__proto__":"2","constructor":"3"}') as object },
      [
        ['m.a', '1', null],
        ['m.__proto__', null, '2'],
        ['m.constructor', null, '3'],
      ],
    ],
  ])('%s', (_what, before, after, expected) => {
    const found = differences(before, after).map(({ path, before: was, after: is }) => [path, was, is]);
    expect(found).toEqual(expected);
  });

  it.each([
    [{ id: 'pro' }, 'pro'],
    [{ type: 'FEATURE', id: 'calls' }, 'FEATURE calls'],
    [{ billingModel: 'PER_UNIT', featureId: 'seats' }, 'PER_UNIT seats'],
    [{ billingModel: 'FLAT_FEE', billingCadence: 'ONE_OFF' }, 'FLAT_FEE ONE_OFF'],
    [{ billingPeriod: 'MONTHLY', billingCountryCode: 'DE' }, 'MONTHLY DE'],
    [{ upTo: 10 }, ''],
  ])('%j is called %s', (element, key) => {
    expect(keyOf(element)).toBe(key);
  });
});

describe('isSame', () => {
  it.each<[unknown, unknown]>([
    [1, 1],
    [null, null],
    [
      { a: 1, b: [{ c: 'x' }] },
      { b: [{ c: 'x' }], a: 1 },
    ],
    [{ a: undefined }, {}],
    [
      new (class Limit {
        upTo = 1;
      })(),
      { upTo: 1 },
    ],
  ])('%j is the same as %j', (a, b) => {
    expect([isSame(a, b), isSame(b, a)]).toEqual([true, true]);
  });

  it.each<[unknown, unknown]>([
    [1, 2],
    [0, false],
    [null, {}],
    [[], {}],
    [[1], [1, 2]],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: { b: 1 } }, { a: { b: '1' } }],
  ])('%j is another than %j', (a, b) => {
    expect([isSame(a, b), isSame(b, a)]).toEqual([false, false]);
  });
});
