import type { ExecutionContext } from '@nestjs/common';
import type { GqlContextType } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';

/** As the resolver of a field is called. The framework's own context of GraphQL makes a copy, and looks at each argument first. */
type ResolverArguments = [
  root: unknown,
  args: { input?: unknown; customerId?: unknown },
  context: unknown,
  info: GraphQLResolveInfo,
];

/** What a field of GraphQL is asked with; undefined of an operation of REST. */
export const fieldArgumentsOf = (context: ExecutionContext): ResolverArguments | undefined =>
  context.getType<GqlContextType>() === 'graphql' ? context.getArgs<ResolverArguments>() : undefined;

/** Is this a GraphQL field below a root field? */
export const isNestedField = (context: ExecutionContext): boolean =>
  fieldArgumentsOf(context)?.[3].path.prev !== undefined;
