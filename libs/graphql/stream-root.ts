import { GraphQLObjectType, GraphQLSchema, type GraphQLFieldConfig } from 'graphql';

/** Marks a field of the queries that is one of subscriptions. */
export const ofStreams = { isStream: true };

/**
 * Subscriptions have a root of another name than the framework would give it: `Subscription` is what a customer has bought. So their fields
 * are declared among the queries, with the same guards, and are brought to their root when the schema is made.
 */
export function withStreamRoot(schema: GraphQLSchema): GraphQLSchema {
  const queries = schema.getQueryType();
  const streams: Record<string, GraphQLFieldConfig<unknown, unknown>> = {};
  for (const [name, field] of Object.entries(queries?.toConfig().fields ?? {})) {
    if (field.extensions?.isStream !== true) continue;
    const { resolve, ...config } = field;
    streams[name] = { ...config, subscribe: resolve };
    delete queries?.getFields()[name];
  }
  const subscription = new GraphQLObjectType({ name: 'Streams', fields: streams });
  return new GraphQLSchema({ ...schema.toConfig(), subscription });
}
