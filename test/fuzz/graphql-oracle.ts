import {
  getNullableType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import type { Defect } from './findings';
import type { OpenApiDocument } from './reference';
import type { FuzzAnswer, FuzzRequest } from './request';
import { parsed } from './rest-oracle';

type Json = Record<string, unknown>;

const statuses = new Set([200, 400, 401, 403, 405, 413, 415, 429]);

interface ToldError {
  message?: unknown;
  extensions?: { code?: unknown };
}

/** Says of a single answer of GraphQL whether it may be. */
export class GraphqlOracle {
  private readonly codes: ReadonlySet<unknown>;

  constructor(
    private readonly schema: GraphQLSchema,
    reference: OpenApiDocument,
  ) {
    const told = Object.entries(reference.components.schemas).filter(([name]) => /^Error\d+$/.test(name));
    this.codes = new Set(told.flatMap(([, schema]) => enumsIn(schema)));
  }

  defectsOf(request: FuzzRequest, { status, text }: FuzzAnswer): Defect[] {
    if (!statuses.has(status))
      return [{ kind: `status ${status}`, detail: `GraphQL tells ${[...statuses].join(', ')}` }];
    const body = parsed(text);
    if (typeof body !== 'object' || body === null)
      return [{ kind: 'body is no JSON object', detail: text.slice(0, 200) }];
    const { data, errors, ...more } = body as { data?: Json | null; errors?: ToldError[] };
    const defects: Defect[] = [];
    if (data === undefined && errors === undefined)
      defects.push({ kind: 'neither data nor errors', detail: text.slice(0, 200) });
    if (Object.keys(more).length > 0)
      defects.push({ kind: 'body tells more', detail: Object.keys(more).join(', ') });
    for (const { message, extensions } of errors ?? []) {
      const code = extensions?.code;
      const isKnown = this.codes.has(code) || httpCodes.has(String(code));
      if (!isKnown || typeof message !== 'string')
        defects.push({ kind: `code ${String(code)}`, detail: String(message) });
    }
    const wrong = data ? this.wrongIn(request, data) : undefined;
    if (wrong !== undefined) defects.push({ kind: 'data is not of the schema', detail: wrong });
    return defects;
  }

  private wrongIn({ payload }: FuzzRequest, data: Json): string | undefined {
    const { query } = (parsed(String(payload)) ?? {}) as { query?: string };
    const document = documentOf(String(query));
    const operation = document?.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
    if (!document || !operation) return 'data without an operation';
    const root = this.schema.getRootType(operation.operation);
    const fragments = new Map(
      document.definitions
        .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
        .map((each) => [each.name.value, each]),
    );
    return root ? new Walk(this.schema, fragments).object(root, operation.selectionSet, data, '') : undefined;
  }
}

/** Of refusals that the protocol has no code for. */
const httpCodes = new Set(['MethodNotAllowed', 'PayloadTooLarge', 'UnsupportedMediaType', 'BAD_REQUEST']);

const enumsIn = (node: unknown): unknown[] => {
  if (typeof node !== 'object' || node === null) return [];
  const { enum: values } = node as { enum?: unknown[] };
  return [...(Array.isArray(values) ? values : []), ...Object.values(node).flatMap(enumsIn)];
};

function documentOf(query: string): DocumentNode | undefined {
  try {
    return parse(query);
  } catch {
    return undefined;
  }
}

/** Holds what was told against what was asked for. */
class Walk {
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  ) {}

  object(type: GraphQLObjectType, set: SelectionSetNode, data: Json, at: string): string | undefined {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const name = node.name.value;
        const told = data[node.alias?.value ?? name];
        const field = type.getFields()[name];
        if (told === undefined && !node.directives?.length) return `${at}.${name} is missing`;
        if (!field || told === undefined) continue;
        const wrong = this.value(field.type, node.selectionSet, told, `${at}.${name}`);
        if (wrong !== undefined) return wrong;
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.fragments.get(node.name.value) : node;
      const about = fragment?.typeCondition?.name.value ?? type.name;
      const wrong =
        fragment && about === type.name ? this.object(type, fragment.selectionSet, data, at) : undefined;
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }

  private value(
    type: GraphQLOutputType,
    set: SelectionSetNode | undefined,
    told: unknown,
    at: string,
  ): string | undefined {
    if (told === null) return isNonNullType(type) ? `${at} is null` : undefined;
    const given = getNullableType(type);
    if (isListType(given)) {
      if (!Array.isArray(told)) return `${at} is no list`;
      return told
        .map((each, index) => this.value(given.ofType, set, each, `${at}.${index}`))
        .find((wrong) => wrong !== undefined);
    }
    if (isEnumType(given)) return given.getValue(String(told)) ? undefined : `${at} is ${String(told)}`;
    if (isLeafType(given)) return isOfScalar(given.name, told) ? undefined : `${at} is no ${given.name}`;
    if (typeof told !== 'object' || !set) return `${at} is no object`;
    if (isObjectType(given)) return this.object(given, set, told as Json, at);
    const { __typename: name } = told as Json;
    const member = isAbstractType(given) && typeof name === 'string' ? this.schema.getType(name) : undefined;
    return isObjectType(member) ? this.object(member, set, told as Json, at) : undefined;
  }
}

function isOfScalar(name: string, told: unknown): boolean {
  switch (name) {
    case 'Int':
      return Number.isInteger(told);
    case 'Float':
      return typeof told === 'number' && Number.isFinite(told);
    case 'Boolean':
      return typeof told === 'boolean';
    case 'DateTime':
      return typeof told === 'string' && !Number.isNaN(Date.parse(told));
    case 'String':
    case 'ID':
      return typeof told === 'string';
    default:
      return true;
  }
}
