import {
  applyDecorators,
  Delete,
  Get,
  HttpCode,
  Patch,
  Post,
  Put,
  SetMetadata,
  type Type,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApiBody,
  ApiExtension,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiResponse,
  ApiSecurity,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Answer, AnswerKind } from '#libs/use-cases/answer';
import { factsOf, openness, type OpenTo, type Served, type UseCaseFacts } from '#libs/use-cases/use-case';
import { specsOf, variantsOf, type ShapeClass } from '#libs/shape/property-spec';
import { noteEntityTag } from '#libs/context/request-context';
import { answering, servesKey } from '#libs/doors/served';
import { envelope } from './envelope';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Behind this route; read before the body is. */
    serves?: UseCaseFacts;
    largestBodyBytes?: number;
  }
}

/** What an operation of REST reads beside its path. */
export interface Taken {
  query: boolean;
  body: boolean;
}

const takenKey = 'door:taken';

/** Undefined for what is no operation of REST. */
export const takenBy = (handler: object): Taken | undefined =>
  Reflect.getMetadata(takenKey, handler) as Taken | undefined;

/** The parameters of a method are decorated before the method is. */
const notesTaken: MethodDecorator = (target, name, descriptor) => {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, name) ?? {}) as object;
  const kinds = Object.keys(args).map((key) => Number.parseInt(key, 10));
  const taken: Taken = {
    query: kinds.includes(RouteParamtypes.QUERY),
    body: kinds.includes(RouteParamtypes.BODY),
  };
  SetMetadata(takenKey, taken)(target, name, descriptor);
};

/** What is true of REST alone. */
export interface EndpointOptions {
  /** Where it is not 201 of POST. */
  status?: 200;
  /** The body where it is one of several shapes. */
  bodyOf?: ShapeClass;
  /** Of a POST that makes nothing and answers 200 where it finds what it should make: what it finds. */
  wasThere?: string;
  /** Where bodies are larger than those of other operations. */
  largestBodyBytes?: number;
  /** Bears the tag of its text, and is 304 for who has that already. */
  isRevalidated?: true;
}

const verbs = { get: Get, post: Post, put: Put, patch: Patch, delete: Delete };

function endpoint(
  verb: keyof typeof verbs,
  path: string,
  facts: UseCaseFacts,
  options: EndpointOptions = {},
) {
  const { answers: answer, operation, summary, opens } = facts;
  // Choice: POST answers 201, everything else 200 (interface INDEX, convention ~).
  const status = options.status ?? (verb === 'post' ? 201 : 200);
  return applyDecorators(
    answering((result, asked) => {
      noteEntityTag(result);
      return envelope(answer.kind, result, asked);
    }),
    verbs[verb](path),
    HttpCode(status),
    SetMetadata(servesKey, facts),
    notesTaken,
    ApiOperation({
      operationId: operation,
      summary,
      description: openness(facts),
    }),
    ApiExtension('x-permission', facts.needs),
    ...openTo(opens),
    ApiExtraModels(...(answer.types as Type[])),
    ApiResponse({ status, description: 'Done', ...answerSchema(answer) }),
    ...(options.wasThere
      ? [ApiResponse({ status: 200, description: options.wasThere, ...answerSchema(answer) })]
      : []),
    ...(options.isRevalidated ? [ApiResponse({ status: 304, description: 'As the caller has it' })] : []),
    RouteConfig({
      serves: facts,
      largestBodyBytes: options.largestBodyBytes,
      isRevalidated: options.isRevalidated,
    }),
    ...(options.bodyOf ? bodyOf(options.bodyOf) : []),
  );
}

const at =
  (verb: keyof typeof verbs) =>
  <S extends object>(path: string, ...[service, method, options]: [...Served<S>, EndpointOptions?]) =>
    endpoint(verb, path, factsOf<S>(service, method), options);

/** A door of REST: its path and the use case behind it. */
export const Endpoint = {
  get: at('get'),
  post: at('post'),
  put: at('put'),
  patch: at('patch'),
  delete: at('delete'),
};

/** Publishable keys beside the others, and how they say in whose name they ask. */
function openTo(opens: OpenTo | undefined) {
  if (!opens) return [];
  const credentials = ['apiKey', 'user', 'publishableKey'].map((name) => ApiSecurity(name));
  if (opens === 'PUBLIC') return credentials;
  const header = (name: string, description: string) =>
    ApiHeader({ name, description, required: false, schema: { type: 'string' } });
  return [
    ...credentials,
    header(
      'X-CUSTOMER-ID',
      'With a publishable key: in whose name it asks. Without it, of whom the operation speaks.',
    ),
    header(
      'X-CUSTOMER-TOKEN',
      'With a publishable key: hex HMAC-SHA256 of the id of the customer under a signing secret.',
    ),
  ];
}

const refTo = (type: ShapeClass) => ({ $ref: getSchemaPath(type) });

/** Several shapes are told apart by `type`; each names its value there (`only`). */
const oneOfSchemas = (types: ShapeClass[]): object => {
  const refs = types.map(refTo);
  if (refs.length === 1) return refs[0] as object;
  const mapping = types.flatMap((type) => {
    const spec = specsOf(type).get('type');
    const only = spec?.kind === 'enum' ? spec.only : undefined;
    return only === undefined ? [] : [[only, getSchemaPath(type)] as const];
  });
  return { oneOf: refs, discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) } };
};

function bodyOf(type: ShapeClass) {
  const types = [...(variantsOf(type)?.values() ?? [type])];
  return [ApiExtraModels(...(types as Type[])), ApiBody({ schema: oneOfSchemas(types) as never })];
}

/** A document has a second form, without the envelope. A stream has none. */
function answerSchema(answer: Answer): object {
  if (answer.kind === 'stream')
    return { content: { 'text/event-stream': { schema: { anyOf: answer.types.map(refTo) } } } };
  const schema = envelopeSchema(answer);
  if (answer.kind !== 'document') return { schema };
  const yaml = { schema: oneOfSchemas(answer.types) };
  return { content: { 'application/json': { schema }, 'application/yaml': yaml } };
}

const nullableText = { type: 'string', nullable: true };
const bothWays = {
  type: 'object',
  properties: { next: nullableText, prev: nullableText },
  required: ['next', 'prev'],
};
const onward = { type: 'object', properties: { next: nullableText }, required: ['next'] };
const paginationOf: Partial<Record<AnswerKind, object>> = { page: bothWays, wholeList: bothWays, onward };

function envelopeSchema({ kind, types }: Answer): object {
  if (kind === 'nothing')
    return {
      type: 'object',
      properties: { data: { nullable: true, description: 'Always null.' } },
      required: ['data'],
    };
  const element = oneOfSchemas(types);
  const data = kind === 'one' || kind === 'document' ? element : { type: 'array', items: element };
  const pagination = paginationOf[kind] ? { pagination: paginationOf[kind] } : {};
  const cursor = kind === 'page' ? { has_more: { type: 'boolean' }, next_cursor: nullableText } : {};
  const properties = { data, ...cursor, ...pagination };
  return { type: 'object', properties, required: Object.keys(properties) };
}
