import type { Method } from '../support/client';

/** As much of JSON Schema as the service's own document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  description?: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

export interface ToldResponse {
  content?: Record<string, { schema?: Schema }>;
}

export interface Operation {
  id: string;
  method: Method;
  /** `/api/v1/plans/{id}` */
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  responses: Record<string, ToldResponse>;
}

interface ToldOperation {
  operationId: string;
  parameters?: (Parameter & { $ref?: string })[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses: Record<string, ToldResponse>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, ToldOperation>>;
  components: { parameters?: Record<string, Parameter>; schemas: Record<string, Schema> };
}

const json = 'application/json';

/** The operations that the service itself tells, but for streams: these answer for as long as they are listened to. */
export class Reference {
  readonly operations: Operation[];

  constructor(readonly document: OpenApiDocument) {
    this.operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
      Object.entries(verbs)
        .filter(([, told]) => !isStream(told))
        .map(([verb, told]) => this.operation(path, verb, told)),
    );
  }

  /** What a schema says once references and wrappers of one are followed. */
  resolve(schema: Schema): Schema {
    if (schema.$ref !== undefined) return this.resolve(this.at(schema.$ref));
    const [only, ...more] = schema.allOf ?? [];
    return only && more.length === 0 ? { ...this.resolve(only), ...without(schema, 'allOf') } : schema;
  }

  /** Its alternatives, null not among them; itself when there is one meaning only. */
  alternatives(schema: Schema): Schema[] {
    const resolved = this.resolve(schema);
    const several = resolved.anyOf ?? resolved.oneOf;
    if (!several) return [resolved];
    return several.filter(({ type }) => type !== 'null').flatMap((each) => this.alternatives(each));
  }

  mayBeNull(schema: Schema): boolean {
    const resolved = this.resolve(schema);
    const several = resolved.anyOf ?? resolved.oneOf ?? [];
    return [resolved.type].flat().includes('null') || several.some((each) => this.mayBeNull(each));
  }

  private operation(path: string, verb: string, told: ToldOperation): Operation {
    const { operationId, parameters = [], requestBody, responses } = told;
    return {
      id: operationId,
      method: verb.toUpperCase() as Method,
      path,
      parameters: parameters.map((each) => (each.$ref === undefined ? each : this.at<Parameter>(each.$ref))),
      body: requestBody?.content?.[json]?.schema,
      responses,
    };
  }

  private at<T = Schema>(reference: string): T {
    const segments = reference.replace(/^#\//, '').split('/');
    return segments.reduce<unknown>(
      (node, key) => (node as Record<string, unknown>)[key],
      this.document,
    ) as T;
  }
}

const isStream = ({ responses }: ToldOperation): boolean =>
  Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content);

function without(schema: Schema, key: keyof Schema): Schema {
  const { [key]: _, ...rest } = schema;
  return rest;
}
