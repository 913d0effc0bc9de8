import {
  createSourceEventStream,
  executeSync,
  getOperationAST,
  GraphQLError,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { badInput } from '#libs/kernel/errors/domain-error';
import type { MessageSource, StreamedMessage } from '#libs/use-cases/message-stream';
import type { GraphqlLimits } from './limits';
import { SourceEvents } from './source-events';

export interface SubscriptionSettings {
  schema(): GraphQLSchema;
  limits: GraphqlLimits;
  format(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError;
}

/** Of a subscription that was let in: its messages, and how each is written. */
export interface Subscribed {
  source: MessageSource;
  write(message: StreamedMessage, place: string): string;
  /** What is written at the end. */
  last: string;
}

/** Of one that was not. */
export interface NotSubscribed {
  status: 200 | 400;
  errors: GraphQLFormattedError[];
}

interface Asked {
  query: string;
  variables?: Record<string, unknown>;
  operationName?: string;
}

/** The one media type that carries one subscription and its messages, by the protocol "GraphQL over SSE", distinct connections. */
export class Subscriptions {
  constructor(private readonly settings: SubscriptionSettings) {}

  /** @throws BadUserInput, RateLimitExceeded before anything of the document runs */
  async subscribe(body: unknown, contextValue: unknown): Promise<Subscribed | NotSubscribed> {
    const { schema: read, limits } = this.settings;
    const schema = read();
    const { query, variables = {}, operationName } = readAsked(body);
    const document = this.parsed(query);
    if (document instanceof GraphQLError) return this.refused(400, [document]);
    const faults = validate(schema, document, [...specifiedRules, ...limits.validationRules]);
    if (faults.length > 0) return this.refused(400, faults);
    const operation = requireSubscription(document, operationName);
    await limits.admit({ schema, document, operation, variables });
    const args = { schema, document, contextValue, variableValues: variables, operationName };
    const events = await createSourceEventStream(args);
    if (events instanceof SourceEvents) return this.subscribed(args, events);
    return this.refused(200, 'errors' in events ? (events.errors ?? []) : []);
  }

  private parsed(query: string): DocumentNode | GraphQLError {
    try {
      return parse(query, this.settings.limits.parseOptions);
    } catch (error) {
      if (error instanceof GraphQLError) return error;
      throw error;
    }
  }

  private refused(status: 200 | 400, errors: readonly GraphQLError[]): NotSubscribed {
    return { status, errors: errors.map((error) => this.settings.format(error.toJSON(), error)) };
  }

  private subscribed(args: ExecutionArgs, { source, field }: SourceEvents): Subscribed {
    const resultOf = ({ body }: StreamedMessage) => {
      const { data, errors } = executeSync({ ...args, rootValue: { [field]: body } });
      const formatted = errors?.map((error) => this.settings.format(error.toJSON(), error));
      return JSON.stringify({ data, errors: formatted });
    };
    return {
      source,
      write: (message, place) => `id: ${place}\nevent: next\ndata: ${resultOf(message)}\n\n`,
      last: 'event: complete\ndata:\n\n',
    };
  }
}

function readAsked(body: unknown): Asked {
  const { query, variables, operationName } = (body ?? {}) as Record<string, unknown>;
  if (typeof query !== 'string') throw badInput('query: send the subscription as a text');
  if (
    variables !== undefined &&
    variables !== null &&
    (typeof variables !== 'object' || Array.isArray(variables))
  )
    throw badInput('variables must be an object');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    throw badInput('operationName must be a text');
  return {
    query,
    variables: (variables ?? undefined) as Asked['variables'],
    operationName: operationName ?? undefined,
  };
}

function requireSubscription(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, name);
  if (!operation) throw badInput('operationName: the document has no such operation, or several');
  if (operation.operation === 'subscription') return operation;
  throw badInput('Only subscriptions are answered here; send queries and mutations to /graphql');
}
