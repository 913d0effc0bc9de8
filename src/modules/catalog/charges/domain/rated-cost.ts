import { BoundedMap } from '#libs/kernel/bounded-map';
import { creditScale, creditsWithin, Decimal, type DecimalValue } from '#libs/kernel/decimal';
import { parseCostFormula, type CostFormula } from './cost-formula';
import type { CostWarning } from './cost-warning';
import { valueOf, type Dimensions } from './formula-value';
import { roundedTo } from './fraction';

/** What usage takes from a wallet. */
export interface RatedCost {
  /** Credits, never below zero. */
  cost: Decimal;
  warnings: readonly CostWarning[];
}

/**
 * What one raw event costs by a formula, rounded once, at the end. Reports never fail because of credits, so what cannot be booked
 * costs nothing and says why; who checks before the usage happens refuses COST_TOO_LARGE and TOO_MANY_DIGITS. Domain: credits F2, F4, Y4
 */
export function formulaCost(formula: CostFormula, dimensions: Dimensions): RatedCost {
  const { value, warnings } = valueOf(formula, dimensions);
  if (!value) return free(warnings);
  if (value.numerator < 0n) return free([...warnings, { kind: 'NEGATIVE_COST' }]);
  return costOf(roundedTo(creditScale, value), warnings);
}

/** The terms of a charge that is paid in credits. */
export interface CreditRate {
  /** Credits for one unit. */
  amount: string;
  formula: CostFormula | null;
}

/**
 * Units times the rate, or what the formula says in its place, however many units there are. Fewer units cost nothing and give nothing
 * back. Domain: credits F2
 */
export function ratedCost(rate: CreditRate, units: DecimalValue, dimensions: Dimensions): RatedCost {
  if (rate.formula) return formulaCost(rate.formula, dimensions);
  return costOf(Decimal.max(units, 0).times(rate.amount), []);
}

function costOf(amount: Decimal, warnings: readonly CostWarning[]): RatedCost {
  const cost = creditsWithin(amount);
  return cost ? { cost, warnings } : free([...warnings, { kind: 'COST_TOO_LARGE' }]);
}

const free = (warnings: readonly CostWarning[]): RatedCost => ({ cost: new Decimal(0), warnings });

// Of 500 characters at most each.
const mostHeld = 1_000;
const held = new BoundedMap<string, CostFormula>(mostHeld);

/**
 * The formula that was parsed when it was saved, parsed once for many events. Its text alone says what it is, so it is the same for
 * everyone. Domain: credits F3
 */
export function heldFormula(text: string): CostFormula {
  const known = held.get(text);
  if (known) return known;
  const formula = parseCostFormula(text, 'costFormula');
  held.set(text, formula);
  return formula;
}
