import { createUnionType } from '@nestjs/graphql';
import { recordVariants, type ShapeClass } from './property-spec';

const unions = new WeakMap<object, ShapeClass>();

/** Several views told apart by `type`: one of them over REST, a union in GraphQL, named after what they have in common. */
export function viewVariants(name: string, byKind: Record<string, ShapeClass>): ShapeClass {
  const type = class {} as unknown as ShapeClass;
  recordVariants(type, new Map(Object.entries(byKind)));
  const union = createUnionType({
    name,
    types: () => Object.values(byKind) as never,
    resolveType: (value: { type: string }) => byKind[value.type],
  });
  unions.set(type, union);
  return type;
}

/** As GraphQL knows it. */
export const graphqlTypeOf = (type: ShapeClass): ShapeClass => unions.get(type) ?? type;
