import type { SeededRandom } from '../support/seeded-random';
import { hostileDate, hostileNumber, hostileValue } from './hostile-values';
import { Verbatim } from './json-text';
import { isReference } from './known';
import type { Reference, Schema } from './reference';

type Json = Record<string, unknown>;

/** A place in a body, and what its schema says of it. */
interface Place {
  path: (string | number)[];
  schema: Schema;
  value: unknown;
  isRequired: boolean;
}

export interface Broken {
  body: unknown;
  /** Which constraint, and where: `maxLength at displayName`. */
  what: string;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Verbatim);

/** The alternative that the value was made of: the one that knows its fields, of those of its type. */
function fitting(reference: Reference, schema: Schema, value: unknown): Schema {
  const all = reference.alternatives(schema);
  if (!isObject(value)) return all[0] ?? {};
  const knows = (each: Schema): number => {
    const properties = each.properties ?? {};
    const kind = properties['type'] && reference.resolve(properties['type']);
    const kinds: unknown[] = kind?.enum ?? [kind?.const];
    const isKind = kind === undefined || kinds.includes(value['type']);
    return Object.keys(value).filter((key) => key in properties).length + (isKind ? 100 : 0);
  };
  return all.reduce((best, each) => (knows(each) > knows(best) ? each : best), all[0] ?? {});
}

/** Every place that a body has, and those that it might have. */
export function placesOf(reference: Reference, schema: Schema, body: unknown): Place[] {
  const places: Place[] = [];
  const visit = (at: Place): void => {
    places.push(at);
    const { items, properties = {}, required = [] } = at.schema;
    if (Array.isArray(at.value) && items) {
      at.value.forEach((value, index) =>
        visit({
          path: [...at.path, index],
          schema: fitting(reference, items, value),
          value,
          isRequired: false,
        }),
      );
    }
    if (!isObject(at.value)) return;
    for (const [name, inner] of Object.entries(properties)) {
      const value = at.value[name];
      const isRequired = required.includes(name);
      visit({ path: [...at.path, name], schema: fitting(reference, inner, value), value, isRequired });
    }
  };
  visit({ path: [], schema: fitting(reference, schema, body), value: body, isRequired: true });
  return places;
}

/** The body with another value at a place; undefined takes it away. */
export function withAt(body: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(body))
    return body.map((each, at) => (at === key ? withAt(each, rest, value) : (each as unknown)));
  const object = isObject(body) ? body : {};
  return { ...object, [key]: withAt(object[key], rest, value) };
}

const ofAnotherType: Record<string, unknown[]> = {
  string: [5, true, {}, ['x'], 0],
  integer: ['5', 1.5, true, {}, [1], 'abc'],
  number: ['5', true, {}, [1], 'abc'],
  boolean: ['true', 1, {}, [true], 0],
  array: ['x', 5, { 0: 'x' }],
  object: ['x', 5, true, []],
};

/** The ways in which exactly one constraint of a place can be broken. */
function breaks({ schema, value, isRequired, path }: Place, random: SeededRandom): [string, unknown][] {
  const type = [schema.type].flat().find((each) => each !== undefined && each !== 'null');
  const ways: [string, unknown][] = [];
  if (path.length > 0 && isRequired && typeof path.at(-1) === 'string') ways.push(['missing', undefined]);
  if (type !== undefined) ways.push(['type', random.pick(ofAnotherType[type] ?? [{}])]);
  if (schema.enum ?? schema.const) ways.push(['enum', 'NO_SUCH_VALUE'], ['enum', '']);
  if (schema.maxLength !== undefined) ways.push(['maxLength', 'x'.repeat(schema.maxLength + 1)]);
  if (schema.minLength) ways.push(['minLength', '']);
  if (schema.minimum !== undefined) ways.push(['minimum', schema.minimum - 1]);
  if (schema.maximum !== undefined) ways.push(['maximum', schema.maximum + 1]);
  if (schema.pattern !== undefined) ways.push(['pattern', ' \t']);
  if (schema.format !== undefined) ways.push(['format', 'nothing of the kind']);
  if (schema.minItems) ways.push(['minItems', []]);
  if (schema.maxItems !== undefined && schema.maxItems <= 1000 && Array.isArray(value) && value.length > 0) {
    ways.push(['maxItems', Array.from({ length: schema.maxItems + 1 }, () => value[0] as unknown)]);
  }
  if (schema.properties && isObject(value)) ways.push(['unknown field', { ...value, noSuchField: 1 }]);
  return ways;
}

/** @returns the body with one constraint of its schema broken; undefined where it has none */
export function breakOne(
  reference: Reference,
  schema: Schema,
  body: unknown,
  random: SeededRandom,
): Broken | undefined {
  const places = placesOf(reference, schema, body);
  for (const place of random.shuffled(places)) {
    const ways = breaks(place, random);
    // Decision 19: what is not built is taken where it says nothing.
    if (ways.length === 0 || place.schema.description?.startsWith('Not built')) continue;
    const [constraint, value] = random.pick(ways);
    return {
      body: withAt(body, place.path, value),
      what: `${constraint} at ${place.path.join('.') || 'the body'}`,
    };
  }
  return undefined;
}

/**
 * The body with something at one place, or at a few, that nobody should send; now and then under a key of its own.
 * @param foreign ids of another environment
 */
export function spoil(
  reference: Reference,
  schema: Schema,
  body: unknown,
  random: SeededRandom,
  foreign: readonly string[] = [],
): Broken {
  const places = placesOf(reference, schema, body).filter(({ path }) => path.length > 0);
  const chosen = random.shuffled(places).slice(0, random.next() < 0.8 ? 1 : 3);
  let spoilt = body;
  for (const { path, schema: here } of chosen)
    spoilt = withAt(spoilt, path, foreignAt(path, random, foreign) ?? hostileFor(here, random));
  const keys = ['__proto__', 'constructor', '', 'a.b', '$where', 'x'.repeat(300), '\u0000', '\ud800'];
  if (random.next() < 0.05 && isObject(spoilt))
    spoilt = withOwnKey(spoilt, random.pick(keys), hostileValue(random));
  return { body: spoilt, what: `hostile at ${chosen.map(({ path }) => path.join('.')).join(', ')}` };
}

/** Where an object is referred to, one of another environment: never where it would be stored as a name of ours. */
function foreignAt(
  path: readonly (string | number)[],
  random: SeededRandom,
  foreign: readonly string[],
): string | undefined {
  const name = path.findLast((each) => typeof each === 'string');
  const isAsked = foreign.length > 0 && isReference(String(name)) && random.next() < 0.4;
  return isAsked ? random.pick(foreign) : undefined;
}

/** Half of it of the type that the place expects, or nothing would come past the look at types. */
function hostileFor({ type, format }: Schema, random: SeededRandom): unknown {
  const types = [type].flat();
  if (random.next() < 0.5) return hostileValue(random);
  if (format === 'date-time') return hostileDate(random);
  if (types.includes('number') || types.includes('integer')) return hostileNumber(random);
  return hostileValue(random);
}

/** `__proto__` too. */
function withOwnKey(object: Json, key: string, value: unknown): Json {
  const copy: Json = { ...object };
  Object.defineProperty(copy, key, { value, enumerable: true, configurable: true });
  return copy;
}
