import { ArgsType, InputType, ObjectType } from '@nestjs/graphql';
import { specsOf, type PropertySpec, type ShapeClass } from './property-spec';

/** What may come in: a REST body and a GraphQL input. `CreatePlanBody` is told to GraphQL as `CreatePlanInput`. */
export const Input =
  (description?: string): ClassDecorator =>
  (target) => {
    InputType(`${target.name.replace(/(Body|Input)$/, '')}Input`, { description })(target);
  };

/** What goes out: a REST body and a GraphQL type. Built by `static from(entity)`, so that nothing else can leak. */
export const View =
  (description?: string): ClassDecorator =>
  (target) => {
    ObjectType(target.name, { description })(target);
  };

/** A shape that the wire uses both ways. */
export const Shared =
  (description?: string): ClassDecorator =>
  (target) => {
    View(description)(target);
    InputType(`${target.name}Input`, { description })(target);
  };

type Ctor<T> = new () => T;

function compose(
  bases: ShapeClass[],
  pick: (spec: PropertySpec) => boolean,
  optional?: boolean,
): Ctor<object> {
  class Composed {}
  for (const spec of bases.flatMap((base) => [...specsOf(base).values()])) {
    if (pick(spec)) spec.reapply(optional)(Composed.prototype, spec.name);
  }
  return Composed;
}

/** The same properties, each optional: a PATCH body. */
export const PartialOf = <T extends object>(base: ShapeClass<T>) =>
  compose([base], () => true, true) as Ctor<Partial<T>>;

export const PickOf = <T extends object, const K extends keyof T & string>(base: ShapeClass<T>, keys: K[]) =>
  compose([base], (spec) => (keys as string[]).includes(spec.name)) as Ctor<Pick<T, K>>;

export const OmitOf = <T extends object, const K extends keyof T & string>(base: ShapeClass<T>, keys: K[]) =>
  compose([base], (spec) => !(keys as string[]).includes(spec.name)) as Ctor<Omit<T, K>>;

/** The properties of both, as the arguments of a GraphQL field. */
export function argumentsOf<A extends object, B extends object>(
  a: ShapeClass<A>,
  b: ShapeClass<B>,
): Ctor<A & B> {
  const composed = compose([a, b], () => true) as Ctor<A & B>;
  ArgsType()(composed);
  return composed;
}
