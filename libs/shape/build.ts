import { concreteShape, specsOf, type PropertySpec, type ShapeClass } from './property-spec';

/**
 * An instance of the shape from a value that passed its judge: known fields only, shapes within as instances of theirs,
 * instants as `Date`. Maps are the caller's own, key for key.
 */
export function build<T extends object>(type: ShapeClass<T>, value: object): T {
  const shape = concreteShape(type, value) ?? type;
  const built = Object.create(shape.prototype as object) as Record<string, unknown>;
  for (const spec of specsOf(shape).values()) {
    const given = (value as Record<string, unknown>)[spec.name];
    // What is absent stays absent: a PATCH leaves it, where null clears it.
    if (given !== undefined) built[spec.name] = given === null ? null : buildProperty(spec, given);
  }
  return built as T;
}

function buildProperty(spec: PropertySpec, value: unknown): unknown {
  if (spec.kind === 'nested') return build(spec.type, value as object);
  if (spec.kind === 'list' && spec.of === 'nested') {
    return (value as object[]).map((element) => build(spec.type, element));
  }
  return spec.kind === 'timestamp' && typeof value === 'string' ? new Date(value) : value;
}
