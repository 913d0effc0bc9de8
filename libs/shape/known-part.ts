import { specsOf, variantsOf, type PropertySpec, type ShapeClass } from './property-spec';

type Fields = Record<string, unknown>;

export interface KnownPart {
  /** What the shape knows of the value, without maps and without objects where a plain value belongs. */
  part: Fields;
  /** Path of the first key that the shape does not know. */
  unknownKey: string | undefined;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

// Of an object in the wrong place its kind is enough to refuse it.
const blunt = (value: unknown): unknown => (Array.isArray(value) ? [] : isFields(value) ? {} : value);

/** Undefined when the value names no variant. */
const concrete = (type: ShapeClass, value: Fields): ShapeClass | undefined => {
  const variants = variantsOf(type);
  if (!variants) return type;
  return typeof value['type'] === 'string' ? variants.get(value['type']) : undefined;
};

/**
 * Only this part reaches class-transformer and class-validator: callers choose keys such as `constructor`, on which the
 * first one breaks, and `toString`, which the second one takes for a known property.
 */
export function knownPart(type: ShapeClass, value: object): KnownPart {
  const unknown: string[] = [];
  const part = partOf(type, value as Fields, '', unknown);
  return { part, unknownKey: unknown[0] };
}

function partOf(type: ShapeClass, value: Fields, path: string, unknown: string[]): Fields {
  const shape = concrete(type, value);
  if (!shape) return { type: blunt(value['type']) };
  const specs = specsOf(shape);
  const part: Fields = {};
  for (const [name, inner] of Object.entries(value)) {
    const spec = specs.get(name);
    if (!spec) unknown.push(path + name);
    else if (spec.kind !== 'map') part[name] = innerPart(spec, inner, path + name, unknown);
  }
  return part;
}

function innerPart(spec: PropertySpec, value: unknown, path: string, unknown: string[]): unknown {
  if (spec.kind === 'nested')
    return isFields(value) ? partOf(spec.type, value, `${path}.`, unknown) : blunt(value);
  if (spec.kind !== 'list' || !Array.isArray(value)) return blunt(value);
  if (spec.of !== 'nested') return value.map(blunt);
  return value.map((element: unknown, index) =>
    // class-transformer would look for a variant's `type` in null.
    isFields(element) ? partOf(spec.type, element, `${path}[${index}].`, unknown) : blunt(element ?? []),
  );
}

/** Gives an instance the maps of what it was made from: they are the caller's own, key for key. */
export function takeMaps(instance: unknown, value: unknown): void {
  if (!isFields(instance) || !isFields(value)) return;
  for (const spec of specsOf(instance.constructor as ShapeClass).values()) {
    if (!Object.hasOwn(value, spec.name)) continue;
    const [own, given] = [instance[spec.name], value[spec.name]];
    if (spec.kind === 'map') instance[spec.name] = given;
    else if (spec.kind === 'nested') takeMaps(own, given);
    else if (spec.kind === 'list' && spec.of === 'nested' && Array.isArray(own) && Array.isArray(given)) {
      own.forEach((element, index) => takeMaps(element, given[index]));
    }
  }
}
