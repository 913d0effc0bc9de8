import { ArgsType, InputType, ObjectType } from '@nestjs/graphql';
import { inheritedSpecsOf, specsOf, type PropertySpec, type ShapeClass } from './property-spec';

/** GraphQL looks at the class alone, so what the shape inherits is declared on it again. */
function declareInherited(target: Function): void {
  for (const spec of inheritedSpecsOf(target as ShapeClass)) {
    spec.reapply()(target.prototype as object, spec.name);
  }
}

/** What may come in: a REST body and a GraphQL input. `CreatePlanBody` is told to GraphQL as `CreatePlanInput`. */
export const Input =
  (description?: string): ClassDecorator =>
  (target) => {
    declareInherited(target);
    InputType(`${target.name.replace(/(Body|Input)$/, '')}Input`, { description })(target);
  };

/** What goes out: a REST body and a GraphQL type. Built by `static from(entity)`, so that nothing else can leak. */
export const View =
  (description?: string): ClassDecorator =>
  (target) => {
    declareInherited(target);
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

/** A class to extend: GraphQL passes fields on from declared types only, abstract ones included. */
function extensible(composed: Ctor<object>): Ctor<object> {
  InputType({ isAbstract: true })(composed);
  ObjectType({ isAbstract: true })(composed);
  return composed;
}

/** The same properties, each optional: a PATCH body. */
export const PartialOf = <T extends object>(base: ShapeClass<T>) =>
  extensible(compose([base], () => true, true)) as Ctor<Partial<T>>;

export const PickOf = <T extends object, const K extends keyof T & string>(base: ShapeClass<T>, keys: K[]) =>
  extensible(compose([base], (spec) => (keys as string[]).includes(spec.name))) as Ctor<Pick<T, K>>;

export const OmitOf = <T extends object, const K extends keyof T & string>(base: ShapeClass<T>, keys: K[]) =>
  extensible(compose([base], (spec) => !(keys as string[]).includes(spec.name))) as Ctor<Omit<T, K>>;

/** The properties of both, as the arguments of a GraphQL field. */
export function argumentsOf<A extends object, B extends object>(
  a: ShapeClass<A>,
  b: ShapeClass<B>,
): Ctor<A & B> {
  const composed = compose([a, b], () => true) as Ctor<A & B>;
  ArgsType()(composed);
  return composed;
}

/** The properties of a query, as the arguments of a GraphQL field. */
export function asArguments<T extends object>(query: ShapeClass<T>): Ctor<T> {
  const composed = compose([query], () => true) as Ctor<T>;
  ArgsType()(composed);
  return composed;
}
