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
  /** `uuid` is only told: no request holds one that is not looked up anyway. */
  format?: 'email' | 'uuid' | 'iban' | 'bic';
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
    const length = codePoints(value);
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
  (value) =>
    values.has(value) ? undefined : `must be one of ${values.values.join(', ')}`;

// Domain: catalog C6.
const mapLimits = { keys: 50, key: 40, value: 500 };

export const checkStringMap: Check = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  const entries = Object.entries(value);
  if (entries.length > mapLimits.keys) return `must have at most ${mapLimits.keys} keys`;
  for (const [key, text] of entries) {
    const wrongKey = checkText({ min: 1, max: mapLimits.key })(key);
    if (key === '__proto__') return 'must not have the key __proto__';
    if (wrongKey) return `has a key that ${wrongKey}`;
    const wrongValue = checkText({ max: mapLimits.value })(text);
    if (wrongValue) return `has a value that ${wrongValue} (key ${JSON.stringify(key)})`;
  }
  return undefined;
};

export const checkDimensions: Check = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  const entries = Object.entries(value);
  if (entries.length > mapLimits.keys) return `must have at most ${mapLimits.keys} keys`;
  for (const [key, dimension] of entries) {
    const wrongKey = checkText({ min: 1, max: 255 })(key);
    if (wrongKey) return `has a key that ${wrongKey}`;
    if (typeof dimension === 'boolean' || (typeof dimension === 'number' && Number.isFinite(dimension)))
      continue;
    const wrong = checkText({ max: mapLimits.value })(dimension);
    if (wrong) return `must hold texts, numbers or truth values (key ${JSON.stringify(key)})`;
  }
  return undefined;
};

export interface ListLimits {
  minItems?: number;
  maxItems?: number;
}

export const checkList =
  ({ minItems = 0, maxItems }: ListLimits, each?: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return 'must be an array';
    if (value.length < minItems) return `must have at least ${minItems} element${minItems > 1 ? 's' : ''}`;
    if (maxItems !== undefined && value.length > maxItems) return `must have at most ${maxItems} elements`;
    for (const [index, element] of each ? value.entries() : []) {
      const wrong = each?.(element);
      if (wrong) return `[${index}] ${wrong}`;
    }
    return undefined;
  };
