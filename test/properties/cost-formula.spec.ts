import fc from 'fast-check';
import { Decimal } from '#libs/kernel/decimal';
import type { Dimension } from '#libs/business/values/metered-event';
import { formulaCost, heldFormula } from '../../src/modules/catalog/charges/domain/rated-cost';

// Domain: credits

type Dimensions = Record<string, Dimension>;

/** A formula as it is written, and what it comes to by another arithmetic: decimals of so many digits that none shows. */
interface Model {
  text: string;
  /** Undefined where it divides by zero. */
  value: (dimensions: Dimensions) => Decimal | undefined;
}

const Long = Decimal.clone({ precision: 400 });
// What is written here has denominators of far fewer digits, so numbers this near to each other are one.
const settled = (value: Decimal): Decimal => value.toDecimalPlaces(120);
const long = (value: number | string): Decimal => new Long(value);

const names = ['a', 'b', 'c', 'left out'];
const written = (name: string): string => (name.includes(' ') ? `\`${name}\`` : name);

const literal = fc
  .record({ digits: fc.integer({ min: 0, max: 999 }), places: fc.integer({ min: 0, max: 2 }) })
  .map(({ digits, places }): Model => {
    const text = (digits / 10 ** places).toFixed(places);
    return { text, value: () => long(text) };
  });
const dimension = fc.constantFrom(...names).map((name): Model => ({
  text: written(name),
  value: (dimensions) => {
    const told = Object.hasOwn(dimensions, name) ? dimensions[name] : undefined;
    return long(typeof told === 'number' && Number.isFinite(told) ? told : 0);
  },
}));

/** Of two values where both are there. */
const joined =
  (left: Model, right: Model, join: (a: Decimal, b: Decimal) => Decimal | undefined): Model['value'] =>
  (dimensions) => {
    const [a, b] = [left.value(dimensions), right.value(dimensions)];
    return a && b && join(a, b);
  };
const operators: Record<string, (a: Decimal, b: Decimal) => Decimal | undefined> = {
  '+': (a, b) => a.plus(b),
  '-': (a, b) => a.minus(b),
  '*': (a, b) => a.times(b),
  '/': (a, b) => (settled(b).isZero() ? undefined : a.div(b)),
};
const comparators: Record<string, (a: Decimal, b: Decimal) => boolean> = {
  '<': (a, b) => a.lt(b),
  '<=': (a, b) => a.lte(b),
  '>': (a, b) => a.gt(b),
  '>=': (a, b) => a.gte(b),
  '==': (a, b) => a.eq(b),
  '!=': (a, b) => !a.eq(b),
};
const ofOne: Record<string, (a: Decimal) => Decimal> = {
  ceil: (a) => settled(a).ceil(),
  floor: (a) => settled(a).floor(),
  round: (a) => settled(a).toDecimalPlaces(0, Decimal.ROUND_HALF_UP),
  abs: (a) => a.abs(),
  '-': (a) => a.neg(),
};

const { formula } = fc.letrec<{ formula: Model; leaf: Model }>((tie) => {
  const part = tie('formula');
  const operation = fc
    .record({ operator: fc.constantFrom(...Object.keys(operators)), left: part, right: part })
    .map(({ operator, left, right }): Model => ({
      text: `(${left.text} ${operator} ${right.text})`,
      value: joined(left, right, operators[operator]!),
    }));
  const call = fc
    .record({ name: fc.constantFrom(...Object.keys(ofOne)), of: part })
    .map(({ name, of }): Model => ({
      text: `${name}(${of.text})`,
      value: (dimensions) => {
        const value = of.value(dimensions);
        return value && ofOne[name]!(value);
      },
    }));
  const extreme = fc
    .record({ name: fc.constantFrom('min' as const, 'max' as const), left: part, right: part })
    .map(({ name, left, right }): Model => ({
      text: `${name}(${left.text}, ${right.text})`,
      value: joined(left, right, (a, b) => Long[name](a, b)),
    }));
  const choice = fc
    .record({
      comparator: fc.constantFrom(...Object.keys(comparators)),
      sides: fc.tuple(part, part),
      branches: fc.tuple(part, part),
    })
    .map(({ comparator, sides: [left, right], branches: [then, otherwise] }): Model => ({
      text: `if(${left.text} ${comparator} ${right.text}, ${then.text}, ${otherwise.text})`,
      value: (dimensions) => {
        const [a, b] = [left.value(dimensions), right.value(dimensions)];
        if (!a || !b) return undefined;
        const isTaken = comparators[comparator]!(settled(a), settled(b));
        return (isTaken ? then : otherwise).value(dimensions);
      },
    }));
  return {
    leaf: fc.oneof(literal, dimension),
    formula: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      tie('leaf'),
      { weight: 3, arbitrary: operation },
      call,
      extreme,
      choice,
    ),
  };
});
const short = formula.filter(({ text }) => text.length <= 500);

const small = fc.oneof(fc.integer({ min: -50, max: 5_000 }), fc.constantFrom(0, 0.5, 1.25, 2.5, 0.001));
const anyDimension: fc.Arbitrary<Dimension> = fc.oneof(fc.double(), fc.string(), fc.boolean(), small);
const present = (value: fc.Arbitrary<Dimension>): fc.Arbitrary<Dimensions> =>
  fc.record({ a: value, b: value, c: value }, { requiredKeys: [] });

/** By the model: half-even to 9 decimals, and 0 of what cannot be booked. */
const expectedOf = (value: Decimal | undefined): string => {
  if (!value || settled(value).isNegative()) return '0';
  const cost = settled(value).toDecimalPlaces(9, Decimal.ROUND_HALF_EVEN);
  return cost.gt('1e15') ? '0' : cost.toFixed();
};

describe('any formula, on any event', () => {
  it('F4, Y4: costs what it comes to by another arithmetic', () => {
    let counted = 0;
    fc.assert(
      fc.property(
        short,
        present(fc.oneof({ weight: 5, arbitrary: small }, fc.constantFrom('7', true))),
        (model, dimensions) => {
          const { cost } = formulaCost(heldFormula(model.text), dimensions);
          expect(cost.toFixed()).toBe(expectedOf(model.value(dimensions)));
          if (cost.gt(0)) counted++;
        },
      ),
      { numRuns: 3_000 },
    );
    // Or nothing would be shown by it.
    expect(counted).toBeGreaterThan(500);
  });

  it('F4: never throws and never costs less than nothing, and each warning is told once', () => {
    fc.assert(
      fc.property(short, present(anyDimension), (model, dimensions) => {
        const { cost, warnings } = formulaCost(heldFormula(model.text), dimensions);
        expect(cost.isFinite() && !cost.isNegative() && cost.lte('1e15') && cost.dp() <= 9).toBe(true);
        expect(new Set(warnings.map((warning) => JSON.stringify(warning))).size).toBe(warnings.length);
      }),
      { numRuns: 3_000 },
    );
  });

  it('F2: dimensions that it does not name change nothing', () => {
    const others = fc.dictionary(
      fc.string().filter((name) => !names.includes(name)),
      anyDimension,
    );
    fc.assert(
      fc.property(short, present(anyDimension), others, (model, dimensions, more) => {
        const named = heldFormula(model.text);
        expect(formulaCost(named, { ...more, ...dimensions })).toEqual(formulaCost(named, dimensions));
      }),
      { numRuns: 1_000 },
    );
  });
});
