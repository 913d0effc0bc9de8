import { isBIC, isIBAN } from 'class-validator';
import { codePoints, isStorableText } from '#libs/kernel/ids';
import type { EnumShape } from './enum-shape';

/** What is wrong with a value, told after the field's name; undefined when nothing is. */
export type Check = (value: unknown) => string | undefined;

export interface TextLimits {
  /** Unicode code points. */
  min?: number;
  max?: number;
  pattern?: RegExp;
  /** `uuid` and `duration` are only told: the one is looked up anyway, of the other its owner says which it takes. */
  format?: 'email' | 'uuid' | 'iban' | 'bic' | 'duration';
}

// One @, something before it, a dotted or plain host after it: the mailbox itself is the judge of the rest.
const email = /^[^\s@]+@[^\s@]+$/;

const misfits: Readonly<Record<string, (value: string) => string | undefined>> = {
  email: (value) => (email.test(value) ? undefined : 'must be an e-mail address'),
  // Blanks between the groups are common; who keeps it takes them out.
  iban: (value) => (isIBAN(value) ? undefined : 'must be an IBAN with its check digits'),
  bic: (value) => (isBIC(value) ? undefined : 'must be a BIC of 8 or 11 characters'),
};

export const checkText =
  ({ min = 0, max, pattern, format }: TextLimits): Check =>
  (value) => {
    if (typeof value !== 'string') return 'must be a string';
    if (!isStorableText(value)) return 'must not hold NUL or a lone surrogate';
    // No text has more code points than units, and none has less than half as many: most need not be counted.
    const isWithin = value.length >= 2 * min && (max === undefined || value.length <= max);
    const length = isWithin ? value.length : codePoints(value);
    if (length < min) return min === 1 ? 'must not be empty' : `must have at least ${min} characters`;
    if (max !== undefined && length > max) return `must have at most ${max} characters, has ${length}`;
    if (pattern && !pattern.test(value)) return `must match ${pattern.source}`;
    return format && misfits[format]?.(value);
  };

export interface NumberLimits {
  min?: number;
  max?: number;
}

export const checkNumber =
  ({ min, max }: NumberLimits, integer: boolean): Check =>
  (value) => {
    const noun = integer ? 'an integer' : 'a number';
    if (typeof value !== 'number' || !Number.isFinite(value)) return `must be ${noun}`;
    if (integer && !Number.isInteger(value)) return `must be ${noun}`;
    if (min !== undefined && value < min) return `must be at least ${min}`;
    if (max !== undefined && value > max) return `must be at most ${max}`;
    return undefined;
  };

export const checkBool: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');

// RFC 3339 with a zone; a leap second or a 24th hour is no instant of ours.
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i;

export const checkTimestamp: Check = (value) => {
  const problem = 'must be an ISO 8601 instant such as 2026-01-31T10:15:00.000Z';
  if (typeof value !== 'string' || !instant.test(value)) return problem;
  const [year, month, day] = value.slice(0, 10).split('-').map(Number) as [number, number, number];
  const isCalendarDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  return Number.isNaN(Date.parse(value)) || !isCalendarDay || year < 1 ? problem : undefined;
};

export const checkEnum =
  (values: EnumShape<string>): Check =>
  (value) => {
    if (values.has(value)) return undefined;
    const choices = `must be one of ${values.values.join(', ')}`;
    const meant = typeof value === 'string' ? values.parse(value) : undefined;
    // Capitals among the choices are seen at a glance; that 160 currencies have none is not.
    return meant !== undefined && meant === meant.toLowerCase()
      ? `${choices}; write it in lower case: ${meant}`
      : choices;
  };

// Domain: catalog C6.
const mapLimits = { keys: 50, key: 40, value: 500 };

/** An object as JSON tells it, and nothing else that JavaScript calls so. */
export const checkObject: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
    ? undefined
    : 'must be an object';

/** A map whose keys are the caller's own: their number first, then each key, then its value. */
const checkMap =
  (longestKey: number, wrongValue: (value: unknown, key: string) => string | undefined): Check =>
  (value) => {
    const noMap = checkObject(value);
    if (noMap) return noMap;
    const keys = Object.keys(value as object);
    if (keys.length > mapLimits.keys) return `must have at most ${mapLimits.keys} keys`;
    const isKey = checkText({ min: 1, max: longestKey });
    for (const key of keys) {
      if (key === '__proto__') return 'must not have the key __proto__';
      const wrongKey = isKey(key);
      if (wrongKey) return `has a key that ${wrongKey}`;
      const wrong = wrongValue((value as Record<string, unknown>)[key], key);
      if (wrong) return wrong;
    }
    return undefined;
  };

const checkMapText = checkText({ max: mapLimits.value });

export const checkStringMap = checkMap(mapLimits.key, (text, key) => {
  const wrong = checkMapText(text);
  return wrong && `has a value that ${wrong} (key ${JSON.stringify(key)})`;
});

export const checkDimensions = checkMap(255, (dimension, key) => {
  if (typeof dimension === 'boolean' || (typeof dimension === 'number' && Number.isFinite(dimension)))
    return undefined;
  return checkMapText(dimension) && `must hold texts, numbers or truth values (key ${JSON.stringify(key)})`;
});

// Deeper than anything that a field of the contract holds, and far from what a stack can take.
const deepest = 20;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** JSON of any shape, which whoever reads it may walk through without a fear for the stack. */
export const checkAnything: Check = (value) =>
  isDeeper(value, deepest) ? `must not be nested more than ${deepest} levels deep` : undefined;

/** An object that is judged later, by who reads it; until then it is kept. */
export const checkRow: Check = (value) => checkObject(value) ?? checkAnything(value);

export interface ListLimits {
  minItems?: number;
  maxItems?: number;
}

/** The list without a look at its elements: who sends too many is told so before any of them is. */
export const checkList =
  ({ minItems = 0, maxItems }: ListLimits): Check =>
  (value) => {
    if (!Array.isArray(value)) return 'must be an array';
    if (value.length < minItems) return `must have at least ${minItems} element${minItems > 1 ? 's' : ''}`;
    if (maxItems === undefined || value.length <= maxItems) return undefined;
    return `must have at most ${maxItems} elements`;
  };
