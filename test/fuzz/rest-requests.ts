import type { Method } from '../support/client';
import type { SeededRandom } from '../support/seeded-random';
import { breakOne, spoil } from './breaking';
import { contentTypes, hostileBodies, hostileText } from './hostile-values';
import { written } from './json-text';
import { kindOfParameter, type KnownIds } from './known';
import { larderOf, recipes } from './recipes';
import type { Operation, Parameter, Reference } from './reference';
import type { FuzzRequest, Intent } from './request';
import { ValidValues } from './valid-values';

type Json = Record<string, unknown>;
type Query = [name: string, value: string][];

const jsonType = 'application/json; charset=utf-8';

/** How many of a hundred requests are so. */
const intents: readonly [Intent, number][] = [
  ['valid', 45],
  ['broken', 30],
  ['hostile', 25],
];

/** encodeURIComponent refuses lone surrogates; they go as the bytes that they would be. */
export const escaped = (text: string): string =>
  [...text]
    .map((sign) =>
      /[\ud800-\udfff]/.test(sign) && sign.length === 1 ? surrogateBytes(sign) : encodeURIComponent(sign),
    )
    .join('');

function surrogateBytes(sign: string): string {
  const code = sign.charCodeAt(0);
  const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
  return bytes.map((byte) => `%${byte.toString(16)}`).join('');
}

/** They keep names of nothing as they came, or as the name of what they make, and tell them again. */
export const keepsUnknown: ReadonlySet<string> = new Set([
  ...['ingestEvents', 'importSubscriptions', 'createContract', 'createDataExportDestination'],
]);

const brokenSegments = [
  '%',
  '%zz',
  '%00',
  '%ff%fe',
  '..',
  '%2e%2e',
  '%2f',
  '..%2f..',
  'a;b=c',
  '%0d%0a',
  '.',
  '%c0%af',
  'a%20b',
];

/** Makes requests of one environment, from the document of the service. */
export class RestRequests {
  private readonly values: ValidValues;

  /** @param foreign ids of another environment, as nobody here may know them */
  constructor(
    private readonly reference: Reference,
    private readonly known: KnownIds,
    private readonly foreign: readonly string[],
    private readonly random: SeededRandom,
  ) {
    this.values = new ValidValues(reference, known, random);
  }

  of(
    operation: Operation,
    headers: Record<string, string>,
    { ids = {}, body, intent = this.intent() }: Given = {},
  ): FuzzRequest {
    const plain = this.plain(operation);
    for (const [name, id] of Object.entries(ids)) plain.segments.set(name, escaped(id));
    if (body !== undefined) plain.body = body;
    switch (intent) {
      case 'valid':
        return this.request(operation, headers, { ...plain, intent, what: 'as it should be' });
      case 'broken':
        return this.broken(operation, headers, plain);
      case 'hostile':
        return this.hostile(operation, headers, plain);
    }
  }

  private intent(): Intent {
    let left = this.random.next() * 100;
    for (const [intent, share] of intents) if ((left -= share) < 0) return intent;
    return 'valid';
  }

  private plain(operation: Operation): Parts {
    const { parameters, path } = operation;
    const segments = new Map<string, string>();
    const query: Query = [];
    for (const parameter of parameters) {
      if (parameter.in === 'path') segments.set(parameter.name, escaped(this.idFor(path, parameter)));
      const isTold = parameter.required || this.random.next() < (parameter.name === 'limit' ? 0.3 : 0.15);
      if (parameter.in === 'query' && isTold) query.push(...this.queryOf(parameter));
    }
    // A check is about one of the two, which the document cannot say.
    if (
      operation.id === 'checkCustomerEntitlement' &&
      !query.some(([name]) => name === 'featureId' || name === 'currencyId')
    ) {
      query.push(['featureId', this.known.any('features', this.random) ?? 'nobody']);
    }
    // Both are cursors, and so are the other two: one page has one.
    const cursors = new Set(['starting_after', 'ending_before', 'after', 'before']);
    const [first] = query.filter(([name]) => cursors.has(name));
    const kept = query.filter(([name]) => !cursors.has(name) || name === first?.[0]);
    return { segments, query: kept, body: operation.body && this.bodyOf(operation) };
  }

  /** By the recipe of the operation where it has one, and now and then by its schema alone. */
  bodyOf({ id, body = {} }: Pick<Operation, 'id' | 'body'>): unknown {
    const recipe = recipes[id];
    if (!recipe || this.random.next() < 0.2) return this.values.of(body);
    const cooked = recipe(larderOf(this.known, this.random, (prefix) => this.values.fresh(prefix)));
    if (this.random.next() < 0.75) return cooked;
    // One field more, as the schema has it.
    const more = this.values.of(this.reference.alternatives(body)[0] ?? {}) as Json;
    const [name] = this.random.shuffled(Object.keys(more).filter((key) => !(key in cooked)));
    return name === undefined ? cooked : { ...cooked, [name]: more[name] };
  }

  private idFor(path: string, { name, schema }: Parameter): string {
    if (name === 'rowIndex') return String(this.random.whole(0, 2));
    const known = this.known.any(kindOfParameter(path, name), this.random);
    if (known !== undefined && this.random.next() < 0.93) return known;
    return String(this.values.of(schema, name) || 'nobody');
  }

  private queryOf({ name, schema }: Parameter): Query {
    const value = this.values.of(schema, name);
    if (Array.isArray(value)) {
      if (this.random.next() < 0.5) return [[name, value.map(String).join(',')]];
      return value.map((each): Query[number] => [name, String(each)]);
    }
    if (typeof value !== 'object' || value === null) return [[name, String(value)]];
    return Object.entries(value).map(([key, each]): Query[number] => [`${name}[${key}]`, String(each)]);
  }

  private broken(operation: Operation, headers: Record<string, string>, plain: Parts): FuzzRequest {
    const queried = operation.parameters.filter((each) => each.in === 'query');
    if (operation.body && (queried.length === 0 || this.random.next() < 0.8)) {
      const broken = breakOne(this.reference, operation.body, plain.body, this.random);
      if (broken)
        return this.request(operation, headers, {
          ...plain,
          ...broken,
          intent: 'broken',
          mustBeRefused: true,
        });
    }
    if (queried.length > 0 && this.random.next() < 0.9) {
      const { name, schema } = this.random.pick(queried);
      const found = breakOne(
        this.reference,
        schema,
        plain.query.find(([each]) => each === name)?.[1] ?? 'x',
        this.random,
      );
      const wrong = this.random.pick<Query>([
        [[name, String(found?.body ?? '')]],
        [[`${name}[]`, '1']],
        [[`${name}[a][b]`, '1']],
        [
          [name, '1'],
          [name, '2'],
        ],
        [['noSuchParameter', '1']],
        [[name, '']],
      ]);
      const rest = plain.query.filter(([each]) => each !== name);
      return this.request(operation, headers, {
        ...plain,
        query: [...rest, ...wrong],
        intent: 'broken',
        what: `query ${name}`,
      });
    }
    return this.spoiltPath(operation, headers, plain, 'broken');
  }

  private hostile(operation: Operation, headers: Record<string, string>, plain: Parts): FuzzRequest {
    const chance = this.random.next();
    const { body, parameters } = operation;
    if (body && chance < 0.6) {
      const referred = keepsUnknown.has(operation.id) ? [] : this.foreign;
      const spoilt = spoil(this.reference, body, plain.body, this.random, referred);
      return this.request(operation, headers, { ...plain, ...spoilt, intent: 'hostile' });
    }
    if (chance < 0.66) return this.withStrangeBody(operation, headers, plain);
    if (chance < 0.72) return this.withStrangeHeaders(operation, headers, plain);
    if (chance < 0.75) {
      const method = this.random.pick<Method>([
        'PUT',
        'DELETE',
        'PATCH',
        'POST',
        'GET',
        'OPTIONS',
        'HEAD',
        'TRACE',
      ]);
      return {
        ...this.request(operation, headers, { ...plain, intent: 'hostile', what: 'another method' }),
        method,
      };
    }
    const queried = parameters.filter((each) => each.in === 'query');
    if (queried.length > 0 && (chance < 0.9 || !operation.path.includes('{'))) {
      const { name } = this.random.pick(queried);
      const value =
        this.random.next() < 0.15 && this.foreign.length > 0
          ? this.random.pick(this.foreign)
          : hostileText(this.random);
      const rest = plain.query.filter(([each]) => each !== name);
      return this.request(operation, headers, {
        ...plain,
        query: [...rest, [name, value.slice(0, 3000)]],
        intent: 'hostile',
        what: `query ${name}`,
      });
    }
    return this.spoiltPath(operation, headers, plain, 'hostile');
  }

  private spoiltPath(
    operation: Operation,
    headers: Record<string, string>,
    plain: Parts,
    intent: Intent,
  ): FuzzRequest {
    const segments = new Map(plain.segments);
    const name = segments.size > 0 ? this.random.pick([...segments.keys()]) : undefined;
    const isForeign = this.foreign.length > 0 && this.random.next() < 0.4;
    const bad = isForeign
      ? escaped(this.random.pick(this.foreign))
      : this.random.pick([...brokenSegments, escaped(hostileText(this.random)).slice(0, 3000)]);
    if (name !== undefined) segments.set(name, bad);
    return this.request(operation, headers, {
      ...plain,
      segments,
      intent,
      what: name === undefined ? 'as it should be' : `path ${name}`,
    });
  }

  private withStrangeBody(operation: Operation, headers: Record<string, string>, plain: Parts): FuzzRequest {
    const request = this.request(operation, headers, {
      ...plain,
      intent: 'hostile',
      what: 'a body of another kind',
    });
    const raw = this.random.pick(hostileBodies);
    const cut = request.payload === undefined ? raw : String(request.payload).slice(0, -1);
    const invalid = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
    const payload = this.random.pick<string | Buffer>([raw, raw, raw, cut, invalid, `${cut}}}`]);
    return { ...request, payload, headers: { ...request.headers, 'content-type': jsonType } };
  }

  private withStrangeHeaders(
    operation: Operation,
    headers: Record<string, string>,
    plain: Parts,
  ): FuzzRequest {
    const request = this.request(operation, headers, {
      ...plain,
      intent: 'hostile',
      what: 'strange headers',
    });
    const strange = this.random.pick<Record<string, string>>([
      { 'content-type': this.random.pick(contentTypes) },
      { 'content-encoding': this.random.pick(['gzip', 'br', 'x']) },
      { 'if-match': this.random.pick(['*', '"x"', 'W/"1"', '', ',', '"', 'x'.repeat(2000)]) },
      { 'if-none-match': this.random.pick(['*', '"x"', ',']) },
      { 'if-modified-since': 'not a date' },
      { 'idempotency-key': this.random.pick(['', 'x', 'x'.repeat(300), '\u00ff', 'a b', '%00', ' ']) },
      { 'x-request-id': this.random.pick(['', 'x'.repeat(5000), "'", '\u00e9']) },
      { 'x-environment-id': this.random.pick([...this.foreign, 'x', '']) },
      { 'x-account-id': 'x' },
      { 'x-http-method-override': 'DELETE' },
      { accept: this.random.pick(['application/xml', 'text/html', ';;', 'application/yaml']) },
      { 'x-forwarded-for': "127.0.0.1, ' or 1=1" },
      { authorization: this.random.pick(['Bearer x', 'Basic eDp4', 'Bearer', 'Bearer a.b.c']) },
      { 'transfer-encoding': 'identity' },
      { expect: '200-ok' },
      { range: 'bytes=0-1' },
      { origin: 'https://evil.example' },
      { 'accept-encoding': 'x, gzip;q=0, *;q=-1' },
    ]);
    return { ...request, headers: { ...request.headers, ...strange } };
  }

  private request(
    { id, method, path }: Operation,
    headers: Record<string, string>,
    parts: Parts & Made,
  ): FuzzRequest {
    const { segments, query, body, intent, what, mustBeRefused } = parts;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segments.get(name) ?? 'nobody');
    const asked = query.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&');
    const payload = body === undefined ? undefined : written(body);
    const typed = payload === undefined ? headers : { ...headers, 'content-type': jsonType };
    return {
      ...{ operation: id, door: 'REST', intent, what, method },
      url: asked === '' ? filled : `${filled}?${asked}`,
      headers: typed,
      ...(payload !== undefined && { payload }),
      ...(mustBeRefused && { mustBeRefused }),
    };
  }
}

/** What is not left to chance. */
export interface Given {
  ids?: Record<string, string>;
  body?: unknown;
  intent?: Intent;
}

interface Parts {
  /** By the name of the parameter, escaped. */
  segments: Map<string, string>;
  query: Query;
  body: unknown;
}

interface Made {
  intent: Intent;
  what: string;
  mustBeRefused?: boolean;
}
