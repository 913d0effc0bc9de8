import { badInput } from '#libs/kernel/errors/domain-error';
import { specsOf, variantsOf, type ShapeClass } from './property-spec';

/** `{feature: {…}}` → `{type: 'FEATURE', …}` wherever a shape holds variants, so that both doors meet one validation. */
export function unwrapVariants(type: ShapeClass, value: unknown, path = ''): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const variants = variantsOf(type);
  if (variants) return unwrapOne(variants, value as Record<string, unknown>, path);
  const read: Record<string, unknown> = { ...value };
  for (const spec of specsOf(type).values()) {
    const inner = read[spec.name];
    if (spec.presence.asJson) continue;
    if (spec.kind === 'nested') read[spec.name] = unwrapVariants(spec.type, inner, spec.name);
    // A list that breaks its bounds is refused as it came.
    if (spec.kind === 'list' && spec.of === 'nested' && Array.isArray(inner) && !spec.check(inner)) {
      read[spec.name] = inner.map((e, i) => unwrapVariants(spec.type, e, `${spec.name}[${i}]`));
    }
    if (read[spec.name] === undefined) delete read[spec.name];
  }
  return read;
}

function unwrapOne(variants: Map<string, ShapeClass>, value: Record<string, unknown>, path: string): unknown {
  const given = [...variants.keys()].filter((kind) => value[kind.toLowerCase()] != null);
  const [kind] = given;
  const variant = kind === undefined ? undefined : variants.get(kind);
  if (given.length !== 1 || kind === undefined || !variant) {
    const names = [...variants.keys()].map((k) => k.toLowerCase()).join(', ');
    throw badInput(`${path || 'input'} must give exactly one of ${names}`);
  }
  return { ...(unwrapVariants(variant, value[kind.toLowerCase()], path) as object), type: kind };
}
