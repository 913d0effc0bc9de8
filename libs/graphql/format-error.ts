import { unwrapResolverError } from '@apollo/server/errors';
import type { GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { currentContext } from '#libs/context/request-context';
import { errorAnswer, graphqlCode } from '#libs/http/error-answer';

const requestFaults = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
]);

/** GraphQL's last stop for errors: the same codes as REST, the request id, never a stack. */
export const formatError =
  (logger: Logger) =>
  (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const { locations, path } = formatted;
    const traceId = currentContext()?.requestId;
    const thrown = unwrapResolverError(error);
    const apolloCode = String(formatted.extensions?.['code']);
    // Apollo and graphql-js refuse a document before any resolver runs; there is nothing of ours in it.
    if (thrown === error && (requestFaults.has(apolloCode) || !path)) {
      return { message: formatted.message, locations, path, extensions: { code: 'BadUserInput', traceId } };
    }
    const answer = errorAnswer(thrown);
    const { body, isFault } = answer;
    if (isFault) logger.error({ err: thrown }, 'unexpected failure');
    const { message, reason } = body;
    return {
      message,
      locations,
      path,
      extensions: { code: graphqlCode(answer), reason, traceId },
    };
  };
