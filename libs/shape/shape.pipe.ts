import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validateSync } from 'class-validator';
import { currentContext } from '#libs/context/request-context';
import { badInput } from '#libs/kernel/errors/domain-error';
import { knownPart, takeMaps } from './known-part';
import { gatherRulesOnce } from './known-rules';
import { refusalOf } from './refusal';
import { unknownKeyRefusal } from './refused-keys';
import { isShape, specsOf, variantsOf, type ShapeClass } from './property-spec';
import { readQuery } from './query';
import { unwrapVariants } from './graphql-variants';

gatherRulesOnce();

/** Turns what came in into an instance of its shape, or refuses it with the name of the first wrong field. */
@Injectable()
export class ShapePipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (!isShape(metatype)) return value;
    const isGraphql = currentContext()?.door === 'GRAPHQL';
    if (isGraphql) return toShape(metatype, unwrapVariants(metatype, value));
    if (type === 'query') return toShape(metatype, readQuery(specsOf(metatype), value));
    // No body at all asks for nothing: its shape says whether that is enough.
    return toShape(metatype, value === undefined ? {} : value);
  }
}

/** @throws BadUserInput, or the code that the wrong property declares, naming the field */
export function toShape<T extends object>(type: ShapeClass<T>, value: unknown): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badInput('The body must be a JSON object');
  }
  const shape = concreteType(type, value);
  const { part, unknownKey } = knownPart(shape, value);
  const instance = plainToInstance(shape as ClassConstructor<T>, part, { exposeUnsetFields: false });
  takeMaps(instance, value);
  const errors = validateSync(instance, {
    forbidUnknownValues: false,
    validationError: { target: false, value: false },
  });
  if (errors.length > 0) throw refusalOf(errors);
  // After everything else, because a wrong known field says more than an unknown one.
  if (unknownKey !== undefined) throw unknownKeyRefusal(shape, unknownKey);
  readInstants(instance);
  return instance;
}

/** Timestamps are checked as text and used as `Date`. */
function readInstants(shape: object): void {
  const values = shape as Record<string, unknown>;
  for (const spec of specsOf(shape.constructor as ShapeClass).values()) {
    const value = values[spec.name];
    if (value === undefined || value === null) continue;
    if (spec.kind === 'timestamp' && typeof value === 'string') values[spec.name] = new Date(value);
    else if (spec.kind === 'nested') readInstants(value);
    else if (spec.kind === 'list' && spec.of === 'nested') (value as object[]).forEach(readInstants);
  }
}

function concreteType<T extends object>(type: ShapeClass<T>, value: object): ShapeClass<T> {
  const variants = variantsOf(type);
  if (!variants) return type;
  const kind = (value as { type?: unknown }).type;
  const variant = typeof kind === 'string' ? variants.get(kind) : undefined;
  if (!variant) throw badInput(`type must be one of ${[...variants.keys()].join(', ')}`);
  return variant as ShapeClass<T>;
}
