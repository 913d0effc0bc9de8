import { GraphQLSchemaHost } from '@nestjs/graphql';
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  getNamedType,
  type GraphQLArgument,
  type GraphQLInputType,
} from 'graphql';
import type { TestApp } from './app';
import type { Method } from './client';
import { addressOf } from './route-patterns';

/** To whom of those that hold a publishable key the description says that it is open. */
export type Opens = 'PUBLIC' | 'CUSTOMER' | undefined;

export interface RestOperation {
  operation: string;
  method: Method;
  /** As sent, every parameter filled. */
  url: string;
  /** The one permission that the reference states. */
  needs: string;
  opens: Opens;
  /** As the reference has it: `/api/v1/plans/{id}`. */
  path: string;
  takesQuery: boolean;
  takesBody: boolean;
}

export interface GraphqlOperation {
  field: string;
  kind: 'query' | 'mutation';
  document: string;
  needs: string;
  opens: Opens;
  /** Names of all its arguments. */
  args: string[];
  /** Those that it cannot do without, written out. */
  required: string;
}

const needsOf = (description: unknown): string =>
  /Needs (\w+:(?:read|write))\./.exec(String(description))?.[1] ?? '';

function opensOf(description: unknown): Opens {
  const [, inTheName] =
    /Open to publishable keys( in the name of a customer)?/.exec(String(description)) ?? [];
  if (inTheName) return 'CUSTOMER';
  return /Open to publishable keys\./.test(String(description)) ? 'PUBLIC' : undefined;
}

interface ToldOperation {
  operationId: string;
  description?: string;
  parameters?: { in?: string }[];
  requestBody?: object;
  responses?: Record<string, { content?: object }>;
}

const isStream = ({ responses = {} }: ToldOperation): boolean =>
  Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content);

/** Every operation that the served reference lists, but for streams: these answer for as long as they are listened to. */
export async function restOperations(app: TestApp): Promise<RestOperation[]> {
  const { body } = await app.anonymous.send('GET', '/openapi.json');
  const { paths } = body as {
    paths: Record<string, Record<string, ToldOperation>>;
  };
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs)
      .filter(([, operation]) => !isStream(operation))
      .map(([verb, { operationId, description, parameters = [], requestBody }]) => ({
        // The second version of a path is the same operation.
        operation: path.startsWith('/api/v2/') ? operationId.replace(/V2$/, '') : operationId,
        method: verb.toUpperCase() as Method,
        url: addressOf(path, 'nobody'),
        needs: needsOf(description),
        opens: opensOf(description),
        path,
        takesQuery: parameters.some((each) => each.in === 'query'),
        takesBody: requestBody !== undefined,
      })),
  );
}

const literals: Record<string, string> = {
  Boolean: 'true',
  DateTime: '"2026-01-01T00:00:00.000Z"',
  Float: '1',
  Int: '1',
  JSON: '{}',
};

function literalOf(type: GraphQLInputType): string {
  const given = getNullableType(type);
  if (isListType(given)) return `[${literalOf(given.ofType)}]`;
  if (isEnumType(given)) return given.getValues()[0]?.name ?? '';
  if (!isInputObjectType(given)) return literals[given.name] ?? '"nobody"';
  return `{ ${required(Object.values(given.getFields()))} }`;
}

const required = (inputs: Pick<GraphQLArgument, 'name' | 'type'>[]): string =>
  inputs
    .filter(({ type }) => isNonNullType(type))
    .map(({ name, type }) => `${name}: ${literalOf(type)}`)
    .join(', ');

/** Every root field, with the arguments that it cannot do without. */
export function graphqlOperations(app: TestApp): GraphqlOperation[] {
  const { schema } = app.nest.get(GraphQLSchemaHost);
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const;
  return roots.flatMap(([kind, root]) =>
    Object.values(root?.getFields() ?? {}).map(({ name, args, type, description }) => {
      const given = required([...args]);
      const told = getNamedType(type);
      const selection = isObjectType(told) || isUnionType(told) ? '{ __typename }' : '';
      const document = `${kind} { ${name}${given && `(${given})`} ${selection} }`;
      const needs = needsOf(description);
      const opens = opensOf(description);
      return {
        field: name,
        kind,
        document,
        needs,
        opens,
        args: args.map((arg) => arg.name),
        required: given,
      };
    }),
  );
}
