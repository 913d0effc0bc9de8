import type { PipeTransform } from '@nestjs/common';
import { Args } from '@nestjs/graphql';
import { specsOf, type ShapeClass } from '#libs/shape/property-spec';
import { toShape } from '#libs/shape/shape.pipe';

/** An argument's null is its absence: Relay clients send `after: null` for the first page. */
const withoutNulls = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date)
    return value;
  const given = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(given.map(([name, inner]) => [name, withoutNulls(inner)]));
};

class ArgumentsPipe implements PipeTransform {
  constructor(private readonly type: ShapeClass) {}

  /** @throws BadUserInput naming the argument */
  transform(all: unknown): object {
    const own = specsOf(this.type);
    const given = Object.entries(all as object).filter(([name]) => own.has(name));
    return toShape(this.type, withoutNulls(Object.fromEntries(given)));
  }
}

/** The arguments of a field that belong to one shape, checked as a REST query of that shape is. */
export const AllArgs = (type: ShapeClass): ParameterDecorator =>
  Args({ type: () => type }, new ArgumentsPipe(type));
