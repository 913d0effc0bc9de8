import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { currentContext } from '#libs/context/request-context';
import { graphqlCode } from '#libs/doors/error-answer';
import type { ErrorAnswers } from '#libs/doors/error-answers';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { unquoted } from './unquoted';

const requestFaults = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
]);

/** What a resolver threw, or what refused the document before any of them ran. */
function causeOf(error: unknown): unknown {
  const early = error instanceof GraphQLError ? error.originalError : undefined;
  return early instanceof DomainError ? early : unwrapResolverError(error);
}

/** GraphQL's last stop for errors: the same codes as REST, the request id, never a stack. */
export const formatError =
  (answers: ErrorAnswers) =>
  (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const { locations, path } = formatted;
    const traceId = currentContext()?.requestId;
    const thrown = causeOf(error);
    const apolloCode = String(formatted.extensions?.['code']);
    // Apollo and graphql-js refuse a document before any resolver runs; there is nothing of ours in it, but much of the caller's.
    if (thrown === error && (requestFaults.has(apolloCode) || !path)) {
      const reason = error instanceof GraphQLError ? error.originalError?.message : undefined;
      return {
        message: unquoted(formatted.message, reason),
        locations,
        path,
        extensions: { code: 'BadUserInput', traceId },
      };
    }
    const field = path?.filter((step) => typeof step === 'string').join('.');
    const answer = answers.to(thrown, field || 'graphql', field);
    const { message, reason } = answer.body;
    return {
      message,
      locations,
      path,
      extensions: { code: graphqlCode(answer), reason, traceId },
    };
  };
