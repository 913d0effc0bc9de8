import { refusalOf } from '../../../../../test/support/price-builders';
import { sentenceOf } from './cost-warning';
import type { Dimensions } from './formula-value';
import { formulaCost, heldFormula, ratedCost } from './rated-cost';

// Domain: credits

const evaluate = (text: string, dimensions: Dimensions = {}) => formulaCost(heldFormula(text), dimensions);
const costOf = (text: string, dimensions?: Dimensions): string => evaluate(text, dimensions).cost.toFixed();
const warningsOf = (text: string, dimensions?: Dimensions) => evaluate(text, dimensions).warnings;

const missing = (dimension: string) => ({ kind: 'MISSING_DIMENSION', dimension });
const noNumber = (dimension: string) => ({ kind: 'DIMENSION_NOT_A_NUMBER', dimension });

describe('what a formula comes to (F2, F3)', () => {
  it.each([
    ['1 + 2 * 3 - 4 / 2', '5'],
    ['8 / 4 / 2', '1'],
    ['(1 + 2) * 3', '9'],
    ['7 - 2 - 1', '4'],
    ['0.1 + 0.2', '0.3'],
    ['-2 * -3', '6'],
    ['--2', '2'],
    ['min(3, 1, 2) + max(3, 1, 2)', '4'],
    ['ceil(1.1) + floor(1.9)', '3'],
    ['3 + ceil(-1.5)', '2'],
    ['3 + floor(-1.5)', '1'],
    ['abs(-2.5) + abs(2.5)', '5'],
    ['if(1 < 2, 10, 20)', '10'],
    ['if(2 < 2, 10, 20)', '20'],
    ['if(2 <= 2, 10, 20)', '10'],
    ['if(2 > 2, 10, 20)', '20'],
    ['if(2 >= 2, 10, 20)', '10'],
    ['if(0.1 + 0.2 == 0.3, 10, 20)', '10'],
    ['if(1 / 3 != 2 / 6, 10, 20)', '20'],
  ])('F3: %s is %s', (text, expected) => {
    expect(evaluate(text)).toMatchObject({ warnings: [] });
    expect(costOf(text)).toBe(expected);
  });

  it('F3: round takes halves away from zero', () => {
    expect(
      ['round(2.5)', 'round(2.4)', 'round(0.5)', '10 + round(-2.5)', '10 + round(-2.4)'].map((text) =>
        costOf(text),
      ),
    ).toEqual(['3', '2', '1', '7', '8']);
  });

  it('F2: dimensions of one event, by any name', () => {
    const dimensions = { tokens: 1500, 'a-b': 0.5, $x: -2 };
    expect(costOf('ceil(tokens / 1000) * 3 + `a-b` + abs($x)', dimensions)).toBe('8.5');
  });

  it('Y4: is rounded once, at the end, half to even', () => {
    expect(costOf('0.0000000004 * 3')).toBe('0.000000001');
    expect([costOf('0.0000000015'), costOf('0.0000000025')]).toEqual(['0.000000002', '0.000000002']);
    expect(costOf('1 / 3')).toBe('0.333333333');
  });

  it('is exact on the way there: what is divided and multiplied again is what it was', () => {
    expect(costOf('ceil(a / 7 * 63)', { a: 1 })).toBe('9');
    expect(costOf('floor(a / 3 * 3)', { a: 1 })).toBe('1');
    expect(warningsOf('1 / (a / 3 * 3 - a)', { a: 1 })).toEqual([{ kind: 'DIVISION_BY_ZERO' }]);
  });
});

describe('events that do not fit their formula (F4)', () => {
  it('F5: m3 is missing, and the rest costs 1,400', () => {
    const text = '1.1*m1 + 1.5*m2 + 5*m3';
    expect(costOf(text, { m1: 1000, m2: 200 })).toBe('1400');
    expect(warningsOf(text, { m1: 1000, m2: 200 })).toEqual([missing('m3')]);
    expect(costOf(text, { m1: 1000, m2: 200, m3: 2 })).toBe('1410');
    expect(warningsOf(text, { m1: 1000, m2: 200, m3: 2 })).toEqual([]);
  });

  it('F4: a missing dimension is told once, however often it is named', () => {
    expect(warningsOf('a + a * a + b')).toEqual([missing('a'), missing('b')]);
    expect(warningsOf('a', null)).toEqual([missing('a')]);
  });

  it.each(['12', '', 'abc', true, false, NaN, Infinity, -Infinity])('F4: %j is no number', (value) => {
    expect(costOf('5 + a', { a: value })).toBe('5');
    expect(warningsOf('5 + a + a', { a: value })).toEqual([noNumber('a')]);
  });

  it('F4: 0 is a number, and so is the smallest', () => {
    expect(warningsOf('a + b', { a: 0, b: 5e-324 })).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'F4: %s is a dimension only where it was sent',
    (name) => {
      expect(warningsOf(name, {})).toEqual([missing(name)]);
      expect(costOf(`2 * ${name}`, JSON.parse(`{"${name}": 3}`) as Dimensions)).toBe('6');
    },
  );

  it('F4: what divides by zero costs nothing as a whole, and the other warnings are told too', () => {
    expect(costOf('100 + 1 / 0')).toBe('0');
    expect(warningsOf('100 + 1 / a - b')).toEqual([missing('a'), { kind: 'DIVISION_BY_ZERO' }, missing('b')]);
    expect(warningsOf('1 / 0 + 2 / 0')).toEqual([{ kind: 'DIVISION_BY_ZERO' }]);
    expect(costOf('100 + 0 * (1 / 0)')).toBe('0');
    expect(costOf('max(100, 1 / 0)')).toBe('0');
    expect(costOf('if(1 / 0 < 1, 100, 200)')).toBe('0');
    expect(costOf('5 + ceil(-(1 / 0))')).toBe('0');
  });

  it('F4: if looks at the branch that it takes only', () => {
    expect(evaluate('if(a == 0, 7, 1 / a + b)', { a: 0 })).toMatchObject({ warnings: [] });
    expect(costOf('if(a == 0, 7, 1 / a + b)', { a: 0 })).toBe('7');
    expect(warningsOf('if(a != 0, 7, 1 / a + b)', { a: 0 })).toEqual([
      { kind: 'DIVISION_BY_ZERO' },
      missing('b'),
    ]);
  });

  it('F4: below zero costs nothing; on the way a number may be below it', () => {
    expect(costOf('a - b', { a: 1, b: 2 })).toBe('0');
    expect(warningsOf('a - b', { a: 1, b: 2 })).toEqual([{ kind: 'NEGATIVE_COST' }]);
    expect(warningsOf('-0.0000000001')).toEqual([{ kind: 'NEGATIVE_COST' }]);
    expect(evaluate('a - b + 5', { a: 1, b: 2 })).toMatchObject({ warnings: [] });
    expect(evaluate('-a', { a: 0 })).toMatchObject({ warnings: [] });
  });

  it('F4, Y4: 10^15 credits are a cost, more are none', () => {
    expect(costOf('a', { a: 1e15 })).toBe('1000000000000000');
    expect(costOf('a + 0.0000000004', { a: 1e15 })).toBe('1000000000000000');
    expect(costOf('a + 0.000000001', { a: 1e15 })).toBe('0');
    expect(warningsOf('a * a', { a: 1.7e308 })).toEqual([{ kind: 'COST_TOO_LARGE' }]);
  });

  it('F4: numbers of more digits than anyone means are not computed with', () => {
    const product = Array.from({ length: 40 }, () => 'a').join('*');
    for (const a of [1.7e308, -1.7e308, 5e-324]) {
      expect(costOf(product, { a })).toBe('0');
      expect(warningsOf(product, { a })).toEqual([{ kind: 'TOO_MANY_DIGITS' }]);
    }
    expect(costOf(`${product}/${product.replaceAll('*', '/')}`, { a: 1.23456789012345e-7 })).toBe('1');
  });

  it('F4: each warning is a sentence that says what happened', () => {
    expect(warningsOf('a / b', { a: 'x' }).map(sentenceOf)).toEqual([
      'costFormula: dimension a is no number, so it counted as 0; numbers come without quotes',
      'costFormula: the event has no dimension b, which counted as 0',
      'costFormula divided by zero, so the event cost nothing',
    ]);
    expect(warningsOf('-1').map(sentenceOf)).toEqual([
      'costFormula came to less than zero, so the event cost nothing',
    ]);
    expect(warningsOf('a * a', { a: 1e9 }).map(sentenceOf)).toEqual([
      'the cost came to more than 10^15 credits, so the event cost nothing',
    ]);
    expect(sentenceOf({ kind: 'TOO_MANY_DIGITS' })).toMatch(/more than 10,000 digits/);
  });
});

describe('what usage costs at a rate (F2)', () => {
  const rated = (amount: string, units: number, formula: string | null = null, dimensions: Dimensions = {}) =>
    ratedCost({ amount, formula: formula === null ? null : heldFormula(formula) }, units, dimensions);

  it('F2: units times the rate where there is no formula', () => {
    expect(rated('0.1', 3).cost.toFixed()).toBe('0.3');
    expect(rated('2.5', 0).cost.toFixed()).toBe('0');
    expect(rated('0.000000001', 0.5).cost.toFixed()).toBe('0');
  });

  it('F2: a formula takes the place of units and rate alike', () => {
    expect(rated('1000', 7, '2 * m', { m: 3 }).cost.toFixed()).toBe('6');
    expect(rated('1000', -7, '2 * m', { m: 3 }).cost.toFixed()).toBe('6');
    expect(rated('1000', 7, '2 * m')).toMatchObject({ warnings: [missing('m')] });
    expect(rated('1000', 7, '2 * m').cost.toFixed()).toBe('0');
  });

  it('F2: units that are given up cost nothing and give nothing back', () => {
    const { cost, warnings } = rated('2', -3);
    expect([cost.toFixed(), cost.isNegative(), warnings]).toEqual(['0', false, []]);
  });

  it('Y4: above 10^15 credits it costs nothing and says so', () => {
    expect(rated('1000000000000000', 1).cost.toFixed()).toBe('1000000000000000');
    expect(rated('1000000000000000', 2).cost.toFixed()).toBe('0');
    expect(rated('1000000000000000', Number.MAX_SAFE_INTEGER).warnings).toEqual([{ kind: 'COST_TOO_LARGE' }]);
  });
});

describe('formulas that are held', () => {
  it('are parsed once', () => {
    expect(heldFormula('held * 2')).toBe(heldFormula('held * 2'));
    expect(heldFormula('held * 3')).not.toBe(heldFormula('held * 2'));
  });

  it('are forgotten for others', () => {
    const first = heldFormula('forgotten');
    for (let n = 0; n < 1_000; n++) heldFormula(`other + ${n}`);
    expect(heldFormula('forgotten')).not.toBe(first);
    expect(heldFormula('forgotten')).toEqual(first);
  });

  it('F3: a text that is none is refused each time', () => {
    expect(refusalOf(() => heldFormula('1 +'))).toMatch(/^BadUserInput: costFormula: the end at 4/);
    expect(refusalOf(() => heldFormula('1 +'))).toMatch(/^BadUserInput/);
  });
});
