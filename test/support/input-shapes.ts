import 'reflect-metadata';
import { isShape, specsOf, variantsOf, type PropertySpec, type ShapeClass } from '#libs/shape/property-spec';
import { modules } from '../../src/areas';

type Door = new (...args: never[]) => object;

const listed = (key: string): Door[] =>
  modules.flatMap((each) => (Reflect.getMetadata(key, each) as Door[] | undefined) ?? []);

const doors = (): Door[] => [
  ...listed('controllers'),
  ...listed('providers').filter(({ name }) => name?.endsWith('Resolver')),
];

/** Answers stand among the parameters of GraphQL's fields below them. */
const isTaken = (type: unknown): type is ShapeClass =>
  isShape(type) && /(Body|Query|Input|Patch)$/.test(type.name);

/** The shape of each body, query and input that an operation of either door takes, by its name. */
export function inputShapes(): Map<string, ShapeClass> {
  const taken = doors().flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const types = Reflect.getMetadata('design:paramtypes', prototype as object, name) as
        | unknown[]
        | undefined;
      return name === 'constructor' ? [] : (types ?? []).filter(isTaken);
    }),
  );
  return new Map(taken.map((shape) => [shape.name, shape]));
}

/** The list properties of a shape at every depth, each with the way to it from the root. */
export function listsWithin(type: ShapeClass, way: PropertySpec[] = []): PropertySpec[][] {
  const shapes = [...(variantsOf(type)?.values() ?? [type])];
  return shapes.flatMap((shape) =>
    [...specsOf(shape).values()].flatMap((spec) => {
      const here = [...way, spec];
      const own = spec.kind === 'list' ? [here] : [];
      const isParent = spec.kind === 'nested' || (spec.kind === 'list' && spec.of === 'nested');
      return isParent ? [...own, ...listsWithin(spec.type, here)] : own;
    }),
  );
}
