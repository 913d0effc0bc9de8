import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { ownNamesFor } from '#libs/kernel/errors/own-nouns';
import { additions, furtherSuccesses } from './additions';
import type { RestAnswer } from './answers';
import { patternOf } from './route-patterns';

type Json = Record<string, unknown>;
type Operation = { responses: Record<string, unknown> };

interface WirePath {
  template: string;
  pattern: RegExp;
  operations: Record<string, Operation>;
}

const contractFile = resolve(__dirname, '../../../shared/interface/openapi.json');
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Routes of ours that win over a parameter of the contract, whose answers are other objects. */
const oursAmongParameters = /^\/api\/v1\/contracts\/(legal-entities|pricing-models)(\/|$)/;

let contract: WireContract | undefined;

/**
 * Fails the test when an answer breaks the wire contract: a status that the operation does not have, a missing field, a
 * wrong type, or a field that nobody announced (additions.ts). The error body is checked in any case; the rest is silent
 * where openapi.json is not at hand and for routes of our own.
 */
export function requireWireShape(method: string, url: string, answer: RestAnswer): void {
  if (answer.status >= 400) requireErrorBody(method, url, answer);
  if (!existsSync(contractFile) || !methods.has(method)) return;
  contract ??= new WireContract(JSON.parse(readFileSync(contractFile, 'utf8')) as Json);
  const wrong = contract.faultOf(method, url.split('?')[0] as string, answer);
  if (wrong) throw new Error(`${method} ${url} → ${answer.status} breaks the contract: ${wrong}`);
}

/** Spec: Error body. `reason` is told beside one code only. */
function requireErrorBody(method: string, url: string, { status, text, body, headers }: RestAnswer): void {
  if (method === 'HEAD') return;
  const { message, code, reason, ...more } = (body ?? {}) as Json;
  const isFlat =
    typeof message === 'string' &&
    (typeof code === 'string' || code === null) &&
    (reason === undefined || code === 'BillingContractOperationRejected') &&
    Object.keys(more).length === 0;
  const isJson = headers.get('content-type') === 'application/json; charset=utf-8';
  if (!isFlat || !isJson) throw new Error(`${method} ${url} → ${status} is no flat error body: ${text}`);
}

class WireContract {
  private readonly ajv = addFormats(new Ajv2020({ strict: false, allErrors: true, verbose: true }));
  private readonly paths: WirePath[];
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(document: Json) {
    addWhatIsOurs(document);
    close(document);
    this.ajv.addSchema(document, 'wire');
    this.paths = Object.entries(document['paths'] as Record<string, Record<string, Operation>>)
      .map(([template, operations]) => ({ template, operations, pattern: patternOf(template) }))
      // A literal segment wins over a parameter.
      .sort((a, b) => parametersOf(a.template) - parametersOf(b.template));
  }

  faultOf(method: string, path: string, { status, body }: RestAnswer): string | undefined {
    if (oursAmongParameters.test(path)) return undefined;
    const verb = method.toLowerCase();
    const found = this.paths.find((p) => p.pattern.test(path) && Object.hasOwn(p.operations, verb));
    const operation = found?.operations[verb];
    if (!found || !operation) return undefined;
    const pointer = `/paths/${escaped(found.template)}/${verb}/responses/${status}`;
    if (operation.responses[status]) return this.validate(this.schemaAt(pointer, operation, status), body);
    if (status < 300) return `the operation answers ${Object.keys(operation.responses).join(', ')}`;
    // Statuses of HTTP itself have no code (304 has no body either), nor has a route that is not built.
    const isCoded = body !== undefined && (body as Json)['code'] !== null;
    return isCoded ? this.validate(`/components/schemas/Error${status}`, body) : undefined;
  }

  private schemaAt(pointer: string, { responses }: Operation, status: number): string {
    const response = responses[status] as { $ref?: string };
    const place = response.$ref === undefined ? pointer : response.$ref.slice(1);
    return `${place}/content/application~1json/schema`;
  }

  private validate(pointer: string, body: unknown): string | undefined {
    const validator = this.validators.get(pointer) ?? this.ajv.compile({ $ref: `wire#${pointer}` });
    this.validators.set(pointer, validator);
    if (validator(body)) return undefined;
    return this.ajv.errorsText(validator.errors, { dataVar: 'body', separator: '; ' });
  }
}

const parametersOf = (template: string): number => template.split('{').length;

const escaped = (segment: string): string =>
  encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));

function addWhatIsOurs(document: Json): void {
  const { schemas } = document['components'] as { schemas: Record<string, { properties: Json }> };
  for (const [name, properties] of Object.entries(additions)) {
    const schema = schemas[name];
    if (!schema) throw new Error(`additions.ts: openapi.json has no schema ${name}`);
    Object.assign(schema.properties, properties);
  }
  const codes = schemas['NotFoundCode'] as unknown as { enum: string[] };
  codes.enum.push(...ownNamesFor('notFound').map(([, code]) => code));
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  for (const [template, { verb, stated, further }] of Object.entries(furtherSuccesses)) {
    const responses = paths[template]?.[verb]?.responses;
    if (!responses?.[stated])
      throw new Error(`additions.ts: openapi.json states no ${stated} of ${template}`);
    responses[further] = responses[stated];
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
