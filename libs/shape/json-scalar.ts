import { GraphQLScalarType, Kind, type ValueNode } from 'graphql';

function fromLiteral(node: ValueNode): unknown {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.LIST:
      return node.values.map(fromLiteral);
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map((f) => [f.name.value, fromLiteral(f.value)]));
    default:
      return null;
  }
}

/** Maps such as metadata: JSON as it is. Choice: README of the interface, decision 10. */
export const JsonScalar = new GraphQLScalarType({
  name: 'JSON',
  description: 'A JSON value; used for maps such as metadata.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: fromLiteral,
});
