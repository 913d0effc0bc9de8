import type { SeededRandom } from '../support/seeded-random';
import { Verbatim } from './json-text';

/** What reads a text as a language: SQL, a query of documents, a format, a template, a path, a formula, a pattern. */
const injections = [
  "' OR 1=1--",
  "'; drop table customer; --",
  '" or ""="',
  '1; select pg_sleep(5)',
  '$where: function() { return true }',
  '{"$gt":""}',
  '%s%s%s%n%x',
  '${7*7}{{7*7}}<%= 7*7 %>#{7*7}',
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  "=cmd|' /C calc'!A0",
  '<script>alert(1)</script>',
  '(a+)+$',
  '\r\nSet-Cookie: a=b',
  '\u001b[31mred',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-1',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '*',
  '%',
  '_',
  '\\',
  '\\x00',
  "E'\\x41'",
  '{1,2}',
  '{"a":1}',
];

const unicode = [
  '',
  ' ',
  '\t\n',
  'a\u0000b',
  '\u0000',
  '\ud800',
  'x\udfffx',
  '\u202eabc',
  '😀'.repeat(8),
  'e\u0301 \u00e9',
  '\ufeffbom',
  '\u200b\u200d',
  '\uffff\ufffe',
  'ﷺ'.repeat(64),
  'İıſK',
  'ß'.repeat(255),
  '\u2028\u2029',
  'a'.repeat(255),
  'a'.repeat(256),
  '😀'.repeat(255),
  '😀'.repeat(256),
  'a'.repeat(2001),
  'a'.repeat(70_000),
];

const numbers: unknown[] = [
  ...[0, -0, -1, 1, 0.1 + 0.2, 1.5, 1e21, 1e-7, 1e-30, -1e21, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 2 ** 53 + 2],
  ...[2 ** 63, 2 ** 64, Number.MAX_VALUE, Number.MIN_VALUE, -(2 ** 31) - 1, 999_999_999_999, 0.000_000_000_1],
  ...['1e309', '-1e309', '-0', '1e400', '1E+2', '123456789012345678901234567890', '0.1e-400', '1.0'].map(
    (text) => new Verbatim(text),
  ),
];

const brokenTokens = ['NaN', 'Infinity', '01', '.5', '+1', 'undefined', "'a'", '0x10', '1_000'].map(
  (text) => new Verbatim(text),
);

const dates = [
  ...['0000-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z', '1969-12-31T23:59:59.999Z'],
  ...['9999-12-31T23:59:59.999Z', '+010000-01-01T00:00:00.000Z', '-000001-01-01T00:00:00Z'],
  ...['+275760-09-13T00:00:00.000Z', '2024-02-29T00:00:00.000Z', '2023-02-29T00:00:00.000Z'],
  ...['2026-13-01T00:00:00Z', '2026-06-31T00:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01T23:59:60Z'],
  ...['2026-01-01T00:00:00+14:00', '2026-01-01T00:00:00-23:59', '2026-01-01', '2026-W01-1', '1767225600'],
  ...['2026-01-01T00:00:00.123456789Z', '2026-01-01 00:00:00', 'infinity', '-infinity', 'now', 'epoch'],
  ...['4714-01-01T00:00:00Z BC', '294277-01-01T00:00:00Z', '1900-01-01T00:00:00Z', '2100-01-01T00:00:00Z'],
];

const nested = (depth: number, open: string, close: string): Verbatim =>
  new Verbatim(open.repeat(depth) + '1' + close.repeat(depth));

const structures: unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  [null],
  { a: { b: { c: {} } } },
  { $gt: '' },
  { length: 5 },
  { toString: 'x' },
  { constructor: { prototype: { isAdmin: true } } },
  new Verbatim('{"__proto__":{"isAdmin":true}}'),
  new Verbatim('{"a":1,"a":2}'),
  new Verbatim('{"":""}'),
  nested(100, '[', ']'),
  nested(5000, '[', ']'),
  nested(2000, '{"a":', '}'),
  Array.from({ length: 300 }, () => 'x'),
  Array.from({ length: 1001 }, (_, at) => at),
  Array.from({ length: 20_000 }, () => 0),
];

const whole: readonly (readonly unknown[])[] = [
  injections,
  unicode,
  numbers,
  dates,
  structures,
  injections,
  unicode,
  numbers,
];

/** A value that nobody should send. `texts` only where no other can be written: in addresses. */
export const hostileText = (random: SeededRandom): string =>
  random.pick([...injections, ...unicode, ...dates]);

export function hostileValue(random: SeededRandom): unknown {
  if (random.next() < 0.02) return random.pick(brokenTokens);
  return random.pick(random.pick(whole));
}

export const hostileNumber = (random: SeededRandom): unknown => random.pick(numbers);
export const hostileDate = (random: SeededRandom): string => random.pick(dates);

/** Bodies that are no object of the operation. */
export const hostileBodies: readonly string[] = [
  '',
  'null',
  '[]',
  '""',
  '5',
  'true',
  '{',
  '}',
  '{"a":1',
  '{"a":1,}',
  '{a:1}',
  "{'a':1}",
  '\u0000',
  '{"a":"\u0000"}',
  '{"a":"\u0001"}',
  '{"a":"\\ud800"}',
  '\ufeff{}',
  '{}{}',
  '['.repeat(20_000),
  '{"a":'.repeat(20_000),
  `{"a":"${'x'.repeat(1_048_576)}"}`,
  `{"a":"${'x'.repeat(1_040_000)}"}`,
  `[${'1,'.repeat(500_000)}1]`,
  `{"metadata":{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":"v"`).join(',')}}}`,
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  'id=a&displayName=b',
  '<a/>',
];

export const contentTypes: readonly string[] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/merge-patch+json',
  'application/json;',
  'json',
  '*/*',
  'application/json, text/plain',
  ';',
];
