import { refusalOf } from '../../../../../test/support/price-builders';
import { parseCostFormula, type CostFormula } from './cost-formula';

const parse = (text: string) => parseCostFormula(text, 'costFormula');

/** With every operation in parentheses, so that the order of work shows. */
function told(formula: CostFormula): string {
  switch (formula.kind) {
    case 'NUMBER':
      return formula.value;
    case 'DIMENSION':
      return formula.name;
    case 'NEGATION':
      return `(-${told(formula.of)})`;
    case 'OPERATION':
      return `(${told(formula.left)} ${formula.operator} ${told(formula.right)})`;
    case 'CALL':
      return `${formula.name}[${formula.of.map(told).join(' ')}]`;
    case 'CHOICE': {
      const { left, comparator, right } = formula.condition;
      return `{${told(left)} ${comparator} ${told(right)} ? ${told(formula.then)} : ${told(formula.otherwise)}}`;
    }
  }
}

describe('credits F3: a cost formula', () => {
  it.each([
    ['1.1*m1 + 1.5*m2 + 5*m3', '(((1.1 * m1) + (1.5 * m2)) + (5 * m3))'],
    ['8 / 4 / 2 - 1 - 1', '((((8 / 4) / 2) - 1) - 1)'],
    ['2 * (a + b)', '(2 * (a + b))'],
    ['--a * -b', '((-(-a)) * (-b))'],
    ['`a-b` + `x y` + $c_1', '((a-b + x y) + $c_1)'],
    ['min(a, b, 3) + max(1, b)', '(min[a b 3] + max[1 b])'],
    [
      'ceil(a / 1000) + floor(b) + round(c) + abs(d)',
      '(((ceil[(a / 1000)] + floor[b]) + round[c]) + abs[d])',
    ],
    ['if(a >= 10, a * 2, if(b != 0, 1, 0))', '{a >= 10 ? (a * 2) : {b != 0 ? 1 : 0}}'],
    ['if', 'if'],
    [' \n7\t', '7'],
  ])('%j', (text, expected) => {
    expect(told(parse(text))).toBe(expected);
  });

  it.each([
    ['', /the end at 1, where a number, a dimension or a parenthesis belongs/],
    ['1 +', /the end at 4/],
    ['a b', /b at 3, where an operator or the end belongs/],
    ['(a', /the end at 3, where \) belongs/],
    ['a)', /\) at 2/],
    ['a @ b', /@ at 3 belongs in no formula/],
    ['a; drop', /; at 2/],
    ['``', /` at 1 belongs in no formula/],
    ['1.', /\. at 2/],
    ['0x10', /x10 at 2/],
    ['sqrt(a)', /sqrt at 1 is no function; there are if and min, max, ceil/],
    ['toString(a)', /toString at 1 is no function/],
    ['min(a)', /\) at 6, where , belongs/],
    ['ceil(a, b)', /, at 7, where \) belongs/],
    ['ceil()', /\) at 6/],
    ['if(a, 1, 2)', /, at 5, where a comparison/],
    ['if(a < 1, 2)', /\) at 12, where , belongs/],
    ['a < b', /< at 3, where an operator or the end belongs/],
  ])('%j is refused with its position', (text, message) => {
    const refusal = refusalOf(() => parse(text));
    expect(refusal).toMatch(/^BadUserInput: costFormula: /);
    expect(refusal).toMatch(message);
  });

  it('has at most 500 characters, however they are told in UTF-16', () => {
    const name = (length: number) => `\`${'😀'.repeat(length - 2)}\``;
    expect(told(parse(name(500)))).toHaveLength(2 * 498);
    expect(refusalOf(() => parse(name(501)))).toBe(
      'BadUserInput: costFormula must have at most 500 characters',
    );
  });

  it('is nested 20 deep at most; a long sum is not deep', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
    expect(told(parse(nested(20)))).toBe('a');
    expect(refusalOf(() => parse(nested(21)))).toBe('BadUserInput: costFormula is nested deeper than 20');
    expect(refusalOf(() => parse(`${'-'.repeat(21)}a`))).toMatch(/deeper than 20/);
    expect(refusalOf(() => parse(Array.from({ length: 100 }, () => '(a)').join('+')))).toBeUndefined();
  });
});
