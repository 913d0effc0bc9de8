import { GraphQLSchemaHost } from '@nestjs/graphql';
import { getNamedType, isInterfaceType, isObjectType, isUnionType, type GraphQLNamedType } from 'graphql';
import type { TestApp } from './app';

const deepest = 6;

/** Fields that ask another use case: REST tells them by a list with a filter, not in the object. */
const askedElsewhere = new Set(['Customer.contracts', 'Customer.subscriptions']);

const leaf = (type: GraphQLNamedType): boolean =>
  !isObjectType(type) && !isUnionType(type) && !isInterfaceType(type);

function selection(type: GraphQLNamedType, depth: number): string {
  if (depth > deepest) return '';
  if (isUnionType(type)) {
    const members = type.getTypes().map((member) => `... on ${member.name} ${selection(member, depth)}`);
    return `{ ${members.join(' ')} }`;
  }
  if (!isObjectType(type)) return '';
  const own = Object.values(type.getFields()).filter(
    ({ name }) => !askedElsewhere.has(`${type.name}.${name}`),
  );
  const fields = own.map((field) => {
    const inner = getNamedType(field.type);
    return leaf(inner) ? field.name : `${field.name} ${selection(inner, depth + 1)}`;
  });
  return `{ ${fields.join(' ')} }`;
}

/** `{ id createdAt … }`: every field that GraphQL can tell of this type. */
export function everyField(app: TestApp, typeName: string): string {
  const type = app.nest.get(GraphQLSchemaHost).schema.getType(typeName);
  if (!type) throw new Error(`The GraphQL schema has no type ${typeName}`);
  return selection(type, 0);
}
