import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import type { GraphQLFactory } from '@nestjs/graphql';
import { isInterfaceType, isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';

type Resolve = GraphQLFieldResolver<unknown, unknown>;
type Resolvers = Record<string, Record<string, Resolve | { resolve?: Resolve; subscribe?: Resolve }>>;

/** What the library's factory makes a schema of. They are private there. */
interface Parts {
  resolversExplorerService: { explore(): Resolvers; getAllCtors(): unknown[] };
  gqlSchemaBuilder: {
    build(file: boolean, options: ApolloDriverConfig, resolvers: unknown[]): Promise<GraphQLSchema>;
  };
}

/**
 * Builds the schema of our classes once. The library's own factory builds it, prints it, parses what it printed and builds that again, only to carry
 * the resolvers over from there: a tenth of what a start costs. ADR-0142
 */
export class OnceBuiltDriver extends ApolloDriver {
  override async generateSchema(options: ApolloDriverConfig): Promise<GraphQLSchema> {
    const { resolversExplorerService, gqlSchemaBuilder } = partsOf(this.graphQlFactory);
    const resolvers = resolversExplorerService.explore();
    const built = await gqlSchemaBuilder.build(true, options, resolversExplorerService.getAllCtors());
    attach(resolvers, built);
    return options.transformSchema ? options.transformSchema(built) : built;
  }
}

function partsOf(factory: GraphQLFactory): Parts {
  const parts = factory as unknown as Partial<Parts>;
  if (!parts.resolversExplorerService || !parts.gqlSchemaBuilder)
    throw new Error('@nestjs/graphql makes its schema of other parts than OnceBuiltDriver knows');
  return parts as Parts;
}

function attach(resolvers: Resolvers, schema: GraphQLSchema): void {
  for (const [name, fields] of Object.entries(resolvers)) {
    const type = schema.getType(name);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const [key, told] of Object.entries(fields)) {
      const field = type.getFields()[key];
      if (!field) continue;
      const { resolve, subscribe } =
        typeof told === 'function' ? { resolve: told, subscribe: undefined } : told;
      if (resolve) field.resolve = resolve;
      if (subscribe) field.subscribe = subscribe;
    }
  }
}
