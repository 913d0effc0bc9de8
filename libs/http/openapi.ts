import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { catalogue } from '#libs/kernel/errors/catalogue';

export type OpenApiDocument = OpenAPIObject;
type Json = Record<string, unknown>;

const errorStatuses = { 400: true, 401: true, 403: true, 404: true, 409: true, 429: true } as const;

/** The REST contract as it is served: OpenAPI 3.1, closed request bodies, the error answers of every operation. */
export function openApiDocument(app: NestFastifyApplication): OpenApiDocument {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Entitlements service')
    .setDescription('Pricing, packaging and entitlements. Errors are told in docs/error-codes.md.')
    .setVersion('1')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-KEY' }, 'apiKey')
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-KEY',
        description: 'A publishable key, for browsers: only operations that say so.',
      },
      'publishableKey',
    )
    .addBearerAuth(undefined, 'user')
    .addSecurityRequirements('apiKey')
    .addSecurityRequirements('user')
    .build();
  const document = SwaggerModule.createDocument(app, config);
  const told = modernised(document) as OpenApiDocument & { paths: Json; components: { schemas: Json } };
  for (const status of Object.keys(errorStatuses))
    told.components.schemas[`Error${status}`] = errorSchema(status);
  told.components.parameters = { ...told.components.parameters, ...headers } as never;
  for (const [path, item] of Object.entries(told.paths as Record<string, Record<string, Json>>)) {
    if (path.startsWith('/api/'))
      Object.entries(item).forEach(([verb, operation]) => tellHeaders(verb, operation));
    if (path.startsWith('/api/v2/')) Object.values(item).forEach(nameSecondVersion);
  }
  for (const operation of operationsOf(told)) {
    for (const status of Object.keys(errorStatuses))
      (operation['responses'] as Json)[status] ??= errorResponse(status);
  }
  return sorted(told) as OpenApiDocument;
}

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

const headers = {
  AccountIdHeader: header('X-ACCOUNT-ID', 'With a user JWT: the account; default the first membership.'),
  EnvironmentIdHeader: header(
    'X-ENVIRONMENT-ID',
    'With a user JWT: the environment, required. Keys have their own.',
  ),
  IdempotencyKeyHeader: header('Idempotency-Key', 'Makes a repeated write apply once, for 24 hours.'),
};

function tellHeaders(verb: string, operation: Json): void {
  const names = Object.keys(headers).filter(
    (n) => n !== 'IdempotencyKeyHeader' || verb === 'post' || verb === 'patch',
  );
  const references = names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
  operation['parameters'] = [...((operation['parameters'] as Json[] | undefined) ?? []), ...references];
}

/** The same operation at another address: names of operations are unique, and generators of clients refuse a document where they are not. */
function nameSecondVersion(operation: Json): void {
  operation['operationId'] = `${String(operation['operationId'])}V2`;
}

const operationsOf = ({ paths }: { paths: Json }): Json[] =>
  Object.values(paths as Record<string, Record<string, Json>>).flatMap((item) => Object.values(item));

const errorResponse = (status: string): Json => ({
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/Error${status}` } } },
});

function errorSchema(status: string): Json {
  const codes = Object.entries(catalogue).flatMap(([code, { status: s }]) =>
    String(s) === status ? [code] : [],
  );
  const code = { anyOf: [{ type: 'string', enum: codes }, { type: 'null' }] };
  const properties = { message: { type: 'string' }, code, reason: { type: 'string', maxLength: 255 } };
  return { type: 'object', properties, required: ['message', 'code'] };
}

/** The generator speaks 3.0; `nullable` became a type in 3.1. */
function modernised(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(modernised);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = node as Json;
  const inner: Json = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, modernised(value)]),
  );
  // The generator counts null among the values of an enum; here it is a type of its own.
  if (Array.isArray(inner['enum'])) inner['enum'] = inner['enum'].filter((value) => value !== null);
  if (inner['enum'] && Array.isArray(inner['type'])) return orNull({ ...inner, type: 'string' });
  if (nullable !== true) return inner;
  if (typeof inner['type'] === 'string' && !inner['enum']) return { ...inner, type: [inner['type'], 'null'] };
  return orNull(inner);
}

/** An enum holds all values that there are, so null stands beside it, as in the wire contract. */
function orNull(inner: Json): Json {
  const { description, example, ...schema } = inner;
  return {
    anyOf: [schema, { type: 'null' }],
    ...(description ? { description } : {}),
    ...(example ? { example } : {}),
  };
}

/** Stable text: a changed contract is a diff, a reordered one is none. */
function sorted(node: unknown, isMap = true): unknown {
  if (Array.isArray(node)) return node.map((element) => sorted(element));
  if (typeof node !== 'object' || node === null || !isMap) return node;
  const entries = Object.entries(node as Json).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, sorted(value)]));
}
