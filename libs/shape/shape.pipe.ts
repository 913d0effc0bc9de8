import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { currentContext } from '#libs/context/request-context';
import { badInput } from '#libs/kernel/errors/domain-error';
import { build } from './build';
import { checkObject } from './checks';
import { unwrapVariants } from './graphql-variants';
import { judge } from './judge';
import { isShape, specsOf, type ShapeClass } from './property-spec';
import { readQuery } from './query';

/** Turns what came in into an instance of its shape, or refuses it with the names of its wrong fields. */
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

/** @throws BadUserInput, or the code that the first wrong property declares, naming the fields */
export function toShape<T extends object>(type: ShapeClass<T>, value: unknown): T {
  if (checkObject(value) !== undefined) throw badInput('The body must be a JSON object');
  const refusal = judge(type, value as object).refusal();
  if (refusal) throw refusal;
  return build(type, value as object);
}
