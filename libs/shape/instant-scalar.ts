import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { checkTimestamp } from './checks';

function parse(value: unknown): Date {
  const wrong = checkTimestamp(value);
  if (wrong) throw new GraphQLError(`DateTime ${wrong}`);
  return new Date(value as string);
}

/** An instant. A replayed answer holds it as text already, so both forms go out. */
export const InstantScalar = new GraphQLScalarType({
  name: 'DateTime',
  description: 'An ISO 8601 instant in UTC with milliseconds.',
  serialize: (value) => (value instanceof Date ? value.toISOString() : value),
  parseValue: parse,
  parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : undefined),
});
