import { registerEnumType } from '@nestjs/graphql';

/** A closed set of wire values, known to REST, OpenAPI and GraphQL under one name. */
export interface EnumShape<V extends string> {
  readonly name: string;
  readonly values: readonly V[];
  /** The object that GraphQL registers: its keys are the values as GraphQL can spell them. */
  readonly graphql: Record<string, V>;
  has(value: unknown): value is V;
  /** The value that the text names in any letter case. Choice: README of the interface, decision 16. */
  parse(text: string): V | undefined;
}

/** `1 week` → `_1_week`: GraphQL names hold letters, digits and underscores and start with no digit. */
const graphqlName = (value: string): string =>
  value.replace(/[^_a-zA-Z0-9]/g, '_').replace(/^(?=[0-9])/, '_');

export function enumShape<const V extends string>(name: string, values: readonly V[]): EnumShape<V> {
  const graphql = Object.fromEntries(values.map((v) => [graphqlName(v), v])) as Record<string, V>;
  registerEnumType(graphql, { name });
  const byLowerCase = new Map(values.map((v) => [v.toLowerCase(), v]));
  return {
    name,
    values,
    graphql,
    has: (value): value is V => typeof value === 'string' && (values as readonly string[]).includes(value),
    parse: (text) => byLowerCase.get(text.toLowerCase()),
  };
}
