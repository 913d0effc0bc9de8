import { badInput } from '#libs/kernel/errors/domain-error';
import { codePoints } from '#libs/kernel/ids';
import { tokensOf, type FormulaToken } from './formula-tokens';

const functions = { min: 2, max: 2, ceil: 1, floor: 1, round: 1, abs: 1 } as const;
type FunctionName = keyof typeof functions;
type Operator = '+' | '-' | '*' | '/';
type Comparator = '<' | '<=' | '>' | '>=' | '==' | '!=';

/** What credits a raw event costs, by its dimensions. Domain: credits F2, F3 */
export type CostFormula =
  | { kind: 'NUMBER'; value: string }
  | { kind: 'DIMENSION'; name: string }
  | { kind: 'NEGATION'; of: CostFormula }
  | { kind: 'OPERATION'; operator: Operator; left: CostFormula; right: CostFormula }
  | { kind: 'CALL'; name: FunctionName; of: CostFormula[] }
  | { kind: 'CHOICE'; condition: Comparison; then: CostFormula; otherwise: CostFormula };

interface Comparison {
  comparator: Comparator;
  left: CostFormula;
  right: CostFormula;
}

const longest = 500;
const deepest = 20;

/** @throws BadUserInput naming the field and the position. Domain: credits F3 */
export function parseCostFormula(text: string, field: string): CostFormula {
  if (codePoints(text) > longest) throw badInput(`${field} must have at most ${longest} characters`);
  return new FormulaParser(tokensOf(text, field), field).parse();
}

const isFunction = (name: string): name is FunctionName => Object.hasOwn(functions, name);
const isComparator = (text: string): text is Comparator => ['<', '<=', '>', '>=', '==', '!='].includes(text);

/** Recursive descent: sums of products of signed values. */
class FormulaParser {
  private place = 0;
  private depth = 0;

  constructor(
    private readonly tokens: readonly FormulaToken[],
    private readonly field: string,
  ) {}

  parse(): CostFormula {
    const formula = this.sum();
    if (this.next.kind !== 'END') throw this.unexpected('an operator or the end');
    return formula;
  }

  private get next(): FormulaToken {
    // The end is a token of its own, and nothing moves past it.
    return this.tokens[this.place] as FormulaToken;
  }

  private sum(): CostFormula {
    return this.chain(['+', '-'], () => this.product());
  }

  private product(): CostFormula {
    return this.chain(['*', '/'], () => this.signed());
  }

  /** From left to right: `8 / 4 / 2` is 1. */
  private chain(operators: readonly Operator[], operand: () => CostFormula): CostFormula {
    let left = operand();
    for (;;) {
      const operator = operators.find((each) => this.accept(each));
      if (!operator) return left;
      left = { kind: 'OPERATION', operator, left, right: operand() };
    }
  }

  private signed(): CostFormula {
    if (!this.accept('-')) return this.value();
    return this.nested(() => ({ kind: 'NEGATION', of: this.signed() }));
  }

  private value(): CostFormula {
    const { kind, text } = this.next;
    if (kind === 'NUMBER') return this.taken({ kind: 'NUMBER', value: text });
    if (kind === 'QUOTED') return this.taken({ kind: 'DIMENSION', name: text });
    if (kind === 'NAME') return this.named();
    if (!this.accept('(')) throw this.unexpected('a number, a dimension or a parenthesis');
    const inner = this.nested(() => this.sum());
    this.expect(')');
    return inner;
  }

  private named(): CostFormula {
    const { text: name, position } = this.next;
    this.place++;
    if (!this.accept('(')) return { kind: 'DIMENSION', name };
    const call = this.nested(() => {
      if (name === 'if') return this.choice();
      if (isFunction(name)) return this.call(name);
      throw badInput(`${this.field}: ${name} at ${position} is no function; there are if and ${known}`);
    });
    this.expect(')');
    return call;
  }

  private choice(): CostFormula {
    const left = this.sum();
    const comparator = this.next.text;
    if (!isComparator(comparator)) throw this.unexpected('a comparison such as <');
    this.place++;
    const condition = { comparator, left, right: this.sum() };
    this.expect(',');
    const then = this.sum();
    this.expect(',');
    return { kind: 'CHOICE', condition, then, otherwise: this.sum() };
  }

  private call(name: FunctionName): CostFormula {
    const of = [this.sum()];
    const takesMore = functions[name] > 1;
    if (takesMore) this.expect(',');
    while (takesMore && (of.length < functions[name] || this.accept(','))) of.push(this.sum());
    return { kind: 'CALL', name, of };
  }

  private nested(read: () => CostFormula): CostFormula {
    if (++this.depth > deepest) throw badInput(`${this.field} is nested deeper than ${deepest}`);
    const formula = read();
    this.depth--;
    return formula;
  }

  private taken(formula: CostFormula): CostFormula {
    this.place++;
    return formula;
  }

  private accept(text: string): boolean {
    const isNext = this.next.kind === 'SIGN' && this.next.text === text;
    if (isNext) this.place++;
    return isNext;
  }

  private expect(text: string): void {
    if (!this.accept(text)) throw this.unexpected(text);
  }

  private unexpected(wanted: string): Error {
    const { kind, text, position } = this.next;
    const found = kind === 'END' ? 'the end' : text;
    return badInput(`${this.field}: ${found} at ${position}, where ${wanted} belongs`);
  }
}

const known = Object.keys(functions).join(', ');
