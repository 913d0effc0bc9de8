import { operandsOf, type Meter, type MeterCondition, type MeterOperation } from './meter';
import { fieldOf, numberOf, type Dimension, type MeteredEvent } from './metered-event';

/** Does the meter take this event? Filters are ORed, the conditions of one are ANDed. Domain: catalog F7 */
export function takes({ filters }: Meter, event: MeteredEvent): boolean {
  if (filters.length === 0) return true;
  for (const { conditions } of filters) if (satisfiesAll(event, conditions)) return true;
  return false;
}

/** Loops, for this is asked of each event by each meter. */
function satisfiesAll(event: MeteredEvent, conditions: readonly MeterCondition[]): boolean {
  for (const condition of conditions) if (!satisfies(event, condition)) return false;
  return true;
}

function satisfies(event: MeteredEvent, condition: MeterCondition): boolean {
  const value = fieldOf(event, condition.field);
  // Domain: catalog F7: a missing dimension satisfies these two and nothing else.
  if (value === undefined) return ['IS_NULL', 'NOT_EQUALS'].includes(condition.operation);
  return tests[condition.operation](value, operandsOf(condition));
}

type Test = (value: Dimension, operands: readonly string[]) => boolean;

/** Negative, 0, positive: by number where both sides are one, else by text, code unit by code unit. */
function compare(value: Dimension, operand: string): number {
  const text = String(value);
  // Of most conditions and events this is all there is to say: numbers of one spelling are equal, and a word is none.
  if (text === operand) return 0;
  const [a, b] = mayBeNumbers(text, operand) ? [numberOf(value), numberOf(operand)] : [];
  if (a && b) return a.comparedTo(b);
  return text < operand ? -1 : 1;
}

/** By their first characters: digits and signs come before the letters. */
const mayBeNumbers = (a: string, b: string): boolean => a.charCodeAt(0) < 58 && b.charCodeAt(0) < 58;

const some =
  (holds: (value: Dimension, operand: string) => boolean): Test =>
  (value, operands) =>
    operands.some((operand) => holds(value, operand));

const equalsAny = some((value, operand) => compare(value, operand) === 0);

const tests: Record<MeterOperation, Test> = {
  EQUALS: equalsAny,
  IN: equalsAny,
  NOT_EQUALS: (value, operands) => !equalsAny(value, operands),
  GREATER_THAN: some((value, operand) => compare(value, operand) > 0),
  GREATER_THAN_OR_EQUAL: some((value, operand) => compare(value, operand) >= 0),
  LESS_THAN: some((value, operand) => compare(value, operand) < 0),
  LESS_THAN_OR_EQUAL: some((value, operand) => compare(value, operand) <= 0),
  IS_NULL: () => false,
  IS_NOT_NULL: () => true,
  CONTAINS: some((value, operand) => String(value).includes(operand)),
  STARTS_WITH: some((value, operand) => String(value).startsWith(operand)),
  ENDS_WITH: some((value, operand) => String(value).endsWith(operand)),
};
