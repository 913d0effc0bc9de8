import type { ExecutionContext } from '@nestjs/common';
import { GqlExecutionContext, type GqlContextType } from '@nestjs/graphql';

/** Is this a GraphQL field below a root field? */
export function isNestedField(context: ExecutionContext): boolean {
  if (context.getType<GqlContextType>() !== 'graphql') return false;
  return GqlExecutionContext.create(context).getInfo<{ path: { prev?: unknown } }>().path.prev !== undefined;
}
