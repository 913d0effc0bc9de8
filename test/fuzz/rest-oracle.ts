import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Defect } from './findings';
import type { OpenApiDocument, Operation } from './reference';
import type { FuzzAnswer, FuzzRequest } from './request';

type Json = Record<string, unknown>;

/** Those of HTTP itself, which operations.md states for all addresses; they have no code. */
const ofHttp = new Set([400, 405, 413, 414, 415, 431]);
const json = 'application/json';
const answersWithoutBody = new Set(['HEAD', 'OPTIONS']);

/** Says of a single answer of REST whether it may be. */
export class RestOracle {
  private readonly ajv = addFormats(new Ajv2020({ strict: false, allErrors: true, validateFormats: true }));
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    const closed = structuredClone(document) as unknown as Json;
    for (const path of Object.values(closed['paths'] as Record<string, Json>)) close(path);
    close((closed['components'] as Json)['schemas']);
    this.ajv.addSchema(closed, 'told');
  }

  defectsOf(operation: Operation, request: FuzzRequest, answer: FuzzAnswer): Defect[] {
    const { status, text } = answer;
    if (status >= 500) return [{ kind: `status ${status}`, detail: 'never 5xx' }];
    if (answersWithoutBody.has(request.method)) return [];
    if (status === 304) return [];
    const isItsOwn = request.method === operation.method;
    const told = isItsOwn ? operation.responses[String(status)] : undefined;
    if (!told && !(ofHttp.has(status) || !isItsOwn || isElsewhere(request))) {
      return [
        {
          kind: `status ${status}`,
          detail: `the operation tells ${Object.keys(operation.responses).join(', ')}`,
        },
      ];
    }
    const type =
      String(answer.headers['content-type'] ?? '')
        .split(';')[0]
        ?.trim() ?? '';
    if (status < 300 && type !== 'application/json') {
      return told && !(type in (told.content ?? {}))
        ? [{ kind: `type of ${status}`, detail: `answers ${type}` }]
        : [];
    }
    const body = parsed(text);
    if (body === undefined) return [{ kind: `body of ${status} is no JSON`, detail: text.slice(0, 200) }];
    if (status >= 400) return this.ofRefusal(operation, answer, body);
    const wrong = told && !isElsewhere(request) ? this.faultOf(operation, status, body) : undefined;
    const taken = request.mustBeRefused && isItsOwn && status < 300 && !isOfRow(request);
    return [
      ...(wrong === undefined ? [] : [{ kind: `body of ${status}`, detail: wrong }]),
      ...(taken ? [{ kind: 'took what its schema refuses', detail: request.what }] : []),
    ];
  }

  private ofRefusal(operation: Operation, { status }: FuzzAnswer, body: unknown): Defect[] {
    const { message, code, reason, ...more } = (body ?? {}) as Json;
    const isFlat =
      typeof message === 'string' &&
      (typeof code === 'string' || code === null) &&
      Object.keys(more).length === 0;
    const hasReason = reason !== undefined && code !== 'BillingContractOperationRejected';
    if (!isFlat || hasReason) return [{ kind: `body of ${status}`, detail: 'is no flat error' }];
    if (/\bat \S+ \(.+:\d+:\d+\)|node_modules|\bselect .+ from /i.test(message))
      return [{ kind: 'message tells of the inside', detail: message }];
    if (code === null) return [];
    const wrong = operation.responses[String(status)] ? this.faultOf(operation, status, body) : undefined;
    return wrong === undefined ? [] : [{ kind: `body of ${status}`, detail: wrong }];
  }

  private faultOf(operation: Operation, status: number, body: unknown): string | undefined {
    const pointer = ['paths', operation.path, operation.method.toLowerCase(), 'responses', String(status)];
    const own = [...pointer, 'content', json, 'schema'].map(escapedPointer).join('/');
    // Errors have one schema for all operations, which is compiled once.
    const shared = operation.responses[String(status)]?.content?.[json]?.schema?.$ref;
    const place = shared?.replace('#/', '') ?? own;
    const validator = this.validators.get(place) ?? this.ajv.compile({ $ref: `told#/${place}` });
    this.validators.set(place, validator);
    if (validator(body)) return undefined;
    return this.ajv.errorsText(validator.errors?.slice(0, 3), { dataVar: 'body', separator: '; ' });
  }
}

/** An empty or a dotted segment names another address. */
const isElsewhere = ({ url }: FuzzRequest): boolean =>
  (url.split('?')[0] ?? '')
    .split('/')
    .slice(1)
    .some((segment) => segment === '' || /^(\.|%2e){1,2}$/i.test(segment));

/** Rows of an import stand for themselves: each that is wrong is told in the result. ADR-0089 */
const isOfRow = ({ operation, what }: FuzzRequest): boolean =>
  operation.startsWith('import') && /at \w+\.\d+/.test(what);

const escapedPointer = (segment: string): string =>
  encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** No object of an answer holds more than its schema names. */
function close(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as Json;
  if (schema['type'] === 'object' && schema['properties'] && schema['additionalProperties'] === undefined) {
    schema['additionalProperties'] = false;
  }
  Object.values(schema).forEach(close);
}
