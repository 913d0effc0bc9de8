import type { Field, Shape } from './shape';

/** What inputs hold: texts, and lists and groups of them. A group that is left out is null. */
export type Value = string | null | Value[] | { [name: string]: Value };

export interface Pair {
  name: string;
  value: string;
}

/** What a form holds at first. `given` as the wire has it. */
export function valueOf(shape: Shape, given: unknown): Value {
  if (given === undefined || given === null) return nothing(shape);
  switch (shape.kind) {
    case 'texts':
      return (given as unknown[]).map(String).join('\n');
    case 'choices':
      return (given as unknown[]).map(String);
    case 'list':
      return (given as unknown[]).map((each) => valueOf(shape.item, each));
    case 'object':
      return groupOf(shape.fields, given as Record<string, unknown>);
    case 'variants': {
      const told = given as Record<string, unknown>;
      const chosen = String(told[shape.by]);
      return { [shape.by]: chosen, ...groupOf(shape.variants[chosen] ?? [], told) };
    }
    case 'map':
      return Object.entries(given as Record<string, string>).map(([name, value]) => ({ name, value }));
    case 'json':
      return JSON.stringify(given, null, 2);
    case 'instant':
      return String(given).replace(/Z$/, '');
    default:
      return String(given);
  }
}

function nothing(shape: Shape): Value {
  switch (shape.kind) {
    case 'list':
    case 'choices':
    case 'map':
      return [];
    case 'object':
    case 'variants':
      return null;
    default:
      return '';
  }
}

const groupOf = (fields: readonly Field[], given: Record<string, unknown>): { [name: string]: Value } =>
  Object.fromEntries(fields.map(({ name, shape }) => [name, valueOf(shape, given[name])]));

/** A group as it is when somebody adds one: what must be said is asked for at once. */
export function begun(shape: Shape): Value {
  if (shape.kind === 'object') return groupBegun(shape.fields);
  if (shape.kind === 'variants') {
    const [chosen = ''] = Object.keys(shape.variants);
    return { [shape.by]: chosen, ...groupBegun(shape.variants[chosen] ?? []) };
  }
  if (shape.kind === 'list' && (shape.schema.minItems ?? 0) > 0) return [begun(shape.item)];
  return nothing(shape);
}

export const groupBegun = (fields: readonly Field[]): { [name: string]: Value } =>
  Object.fromEntries(
    fields.map(({ name, shape, isRequired }) => [name, isRequired ? begun(shape) : nothing(shape)]),
  );

/**
 * What a form says, as the wire has it; undefined where it says nothing.
 * @throws Error naming what is no number or no JSON
 */
export function saidBy(shape: Shape, value: Value | undefined): unknown {
  if (value === undefined || value === null) return undefined;
  switch (shape.kind) {
    case 'list':
      return (value as Value[]).map((each) => saidBy(shape.item, each) ?? {});
    case 'choices':
      return (value as string[]).length > 0 ? value : undefined;
    case 'map':
      return mapOf(value as unknown as Pair[]);
    case 'object':
      return groupSaid(shape.fields, value as Record<string, Value>);
    case 'variants': {
      const told = value as Record<string, Value>;
      const chosen = String(told[shape.by]);
      return { [shape.by]: chosen, ...groupSaid(shape.variants[chosen] ?? [], told) };
    }
    default:
      return textSaid(shape, value as string);
  }
}

function textSaid(shape: Shape, text: string): unknown {
  if (text.trim() === '') return undefined;
  switch (shape.kind) {
    case 'number':
      return numberOf(text);
    case 'flag':
      return text === 'true';
    case 'instant':
      return new Date(`${text}Z`).toISOString();
    case 'texts': {
      const lines = text.split(/[\n,]/).map((line) => line.trim());
      return lines.filter(Boolean).map((line) => (shape.isNumber ? numberOf(line) : line));
    }
    case 'json':
      return JSON.parse(text);
    default:
      return text;
  }
}

function numberOf(text: string): number {
  const value = Number(text.trim());
  if (!Number.isFinite(value)) throw new Error(`${text} is no number`);
  return value;
}

const mapOf = (pairs: readonly Pair[]): Record<string, string> | undefined => {
  const said = pairs.filter(({ name }) => name !== '');
  return said.length > 0 ? Object.fromEntries(said.map(({ name, value }) => [name, value])) : undefined;
};

/** Empty lists are left out: they say no more than nothing does. What must be sent, and was not said, is null. */
export function groupSaid(fields: readonly Field[], values: Record<string, Value>): Record<string, unknown> {
  const said = fields.map((field): [string, unknown] => {
    const value = saidBy(field.shape, values[field.name]);
    const isSaid = value !== undefined && (field.isRequired || !isEmptyList(value));
    return [field.name, isSaid ? value : field.isSent && field.isNullable ? null : undefined];
  });
  return Object.fromEntries(said.filter(([, value]) => value !== undefined));
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/**
 * What a change says: the fields that are not what they were. What was emptied is cleared: by null where null is taken, by an empty
 * list where it was one.
 */
export function changeSaid(
  fields: readonly Field[],
  before: Record<string, Value>,
  now: Record<string, Value>,
): Record<string, unknown> {
  const changed = fields.filter(({ name }) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
  return Object.fromEntries(
    changed.map((field) => [field.name, saidBy(field.shape, now[field.name]) ?? cleared(field)]),
  );
}

function cleared({ shape, isNullable }: Field): unknown {
  if (isNullable) return null;
  if (['list', 'choices', 'texts'].includes(shape.kind)) return [];
  return shape.kind === 'map' ? {} : '';
}
