import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import type { Check, ListLimits } from './checks';
import type { EnumShape } from './enum-shape';

export type ShapeClass<T extends object = object> = new (...args: never[]) => T;

export interface Presence {
  /** The key may be absent: on a PATCH it then leaves the stored value as it is. */
  optional?: boolean;
  /** The value may be null: on a PATCH it then clears the stored value. */
  nullable?: boolean;
  /** Told in OpenAPI and in the GraphQL schema. */
  description?: string;
  example?: unknown;
  /** Left out of the GraphQL schema, where another construct says the same (a variant's discriminator). */
  restOnly?: boolean;
  /** Never null, but GraphQL does not say so: another view of its union may lack it, and one selection of both must fit. */
  looseInGraphql?: boolean;
  /** GraphQL takes and tells it as one JSON value, written as over REST: for shapes too deep to select from. */
  asJson?: boolean;
}

export type PropertySpec = {
  name: string;
  /** Larger than that of each property declared before. */
  order: number;
  presence: Presence;
  /** What a value must be; absence and null are judged by `presence`. */
  check: Check;
  /** The code of a refusal where it is not BadUserInput. */
  code?: ErrorCode;
  /** The decorator again, for a composed shape; with `optional` the key may be absent there. */
  reapply: (optional?: boolean) => PropertyDecorator;
} & (
  | { kind: 'text' | 'timestamp' | 'bool' | 'map' }
  | { kind: 'int' | 'num' }
  | { kind: 'enum'; values: EnumShape<string>; only?: string }
  | { kind: 'nested'; type: ShapeClass }
  | ListSpec
);

/** `each` is asked of every element, but only once the list itself passed its check, which knows its bounds. */
type ListSpec = { kind: 'list'; limits: ListLimits; each: Check } & (
  | { of: 'text' | 'int' }
  | { of: 'enum'; values: EnumShape<string> }
  | { of: 'nested'; type: ShapeClass }
  /** Taken as they came: who reads the list holds each against its shape, so that a wrong one spoils no other. */
  | { of: 'row'; type: ShapeClass }
);

const recorded = new WeakMap<object, Map<string, PropertySpec>>();

type Unordered<S> = S extends PropertySpec ? Omit<S, 'order'> : never;
let declared = 0;

export function recordSpec(prototype: object, spec: Unordered<PropertySpec>): void {
  const own = recorded.get(prototype) ?? new Map<string, PropertySpec>();
  own.set(spec.name, { ...spec, order: ++declared });
  recorded.set(prototype, own);
  collected = new WeakMap();
  required = new WeakMap();
}

/** What `specsOf` has put together, until another property is recorded: every request asks for it several times. */
let collected = new WeakMap<object, ReadonlyMap<string, PropertySpec>>();

/** All properties of a shape, inherited ones first, in the order of declaration. */
export function specsOf(type: ShapeClass): ReadonlyMap<string, PropertySpec> {
  const known = collected.get(type);
  if (known) return known;
  const specs = collect(type);
  collected.set(type, specs);
  return specs;
}

let required = new WeakMap<object, readonly PropertySpec[]>();

/** Those that may not be absent. */
export function requiredSpecsOf(type: ShapeClass): readonly PropertySpec[] {
  const known = required.get(type);
  if (known) return known;
  const specs = [...specsOf(type).values()].filter(({ presence }) => !presence.optional);
  required.set(type, specs);
  return specs;
}

function collect(type: ShapeClass): ReadonlyMap<string, PropertySpec> {
  const chain: object[] = [];
  for (let p: object | null = type.prototype as object; p && p !== Object.prototype;) {
    chain.unshift(p);
    p = Object.getPrototypeOf(p) as object | null;
  }
  return new Map(chain.flatMap((p) => [...(recorded.get(p) ?? [])]));
}

/** Properties that the shape has from those that it extends. */
export function inheritedSpecsOf(type: ShapeClass): PropertySpec[] {
  const own = recorded.get(type.prototype as object);
  return [...specsOf(type).values()].filter(({ name }) => !own?.has(name));
}

export const isShape = (type: unknown): type is ShapeClass =>
  typeof type === 'function' && (specsOf(type as ShapeClass).size > 0 || variantsOf(type) !== undefined);

const variants = new WeakMap<object, Map<string, ShapeClass>>();

export const recordVariants = (type: object, byKind: Map<string, ShapeClass>): void =>
  void variants.set(type, byKind);

/** Discriminator value → class, for a shape that is one of several. */
export const variantsOf = (type: unknown): Map<string, ShapeClass> | undefined =>
  typeof type === 'function' ? variants.get(type) : undefined;

/** The one of several shapes that the value's `type` names, undefined where it names none; else the shape itself. */
export function concreteShape(type: ShapeClass, value: object): ShapeClass | undefined {
  const byKind = variantsOf(type);
  if (!byKind) return type;
  const { type: kind } = value as { type?: unknown };
  return typeof kind === 'string' ? byKind.get(kind) : undefined;
}
