import type { GraphqlAnswer, GraphqlError, RestAnswer } from './answers';
import { requireWireShape } from './contract';

export type { GraphqlAnswer, RestAnswer } from './answers';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'TRACE' | 'PROPFIND';

export interface Credential {
  /** X-API-KEY. */
  key?: string;
  /** Bearer token. */
  token?: string;
  headers?: Record<string, string>;
  /** Of the caller; 127.0.0.1 when left out. */
  address?: string;
}

/** Fastify's own injection: the whole way of a request but the socket. */
export type Inject = (request: {
  method: Method;
  url: string;
  headers: Record<string, string>;
  payload?: string;
  remoteAddress?: string;
}) => Promise<{ statusCode: number; body: string; headers: Record<string, unknown> }>;

/** Talks to both doors with one credential. */
export class ApiClient {
  constructor(
    private readonly inject: Inject,
    private readonly credential: Credential = {},
  ) {}

  /** The same client with another credential, or with none: `{}`. */
  as(credential: Credential): ApiClient {
    return new ApiClient(this.inject, credential);
  }

  with(more: Credential): ApiClient {
    const headers = { ...this.credential.headers, ...more.headers };
    return new ApiClient(this.inject, { ...this.credential, ...more, headers });
  }

  /**
   * @param path below /api/v1, with its query
   * @param body an object, or a text to be sent as it is
   */
  async rest(
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<RestAnswer> {
    return this.shaped(method, `/api/v1${path}`, body, headers);
  }

  /** @param path below /api/v1-beta */
  beta(
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<RestAnswer> {
    return this.shaped(method, `/api/v1-beta${path}`, body, headers);
  }

  /** Any operation of the wire contract, by its whole address. */
  async shaped(
    method: Method,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<RestAnswer> {
    const answer = await this.send(method, url, body, headers);
    requireWireShape(method, url, answer);
    return answer;
  }

  /** Any address of the service, without a look at the wire contract. */
  async send(
    method: Method,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<RestAnswer> {
    const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const type: Record<string, string> =
      payload === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
    const reply = await this.inject({
      method,
      url,
      headers: { ...type, ...this.credentialHeaders, ...headers },
      payload,
      remoteAddress: this.credential.address,
    });
    const text = reply.body;
    return { door: 'REST', status: reply.statusCode, body: parsed(text), text, headers: told(reply.headers) };
  }

  async graphql(
    query: string,
    variables?: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<GraphqlAnswer> {
    const answer = await this.send('POST', '/graphql', { query, variables }, headers);
    const { data, errors = [] } = (answer.body ?? {}) as {
      data?: Record<string, unknown>;
      errors?: GraphqlError[];
    };
    return {
      door: 'GRAPHQL',
      status: answer.status,
      data,
      errors,
      text: answer.text,
      headers: answer.headers,
    };
  }

  private get credentialHeaders(): Record<string, string> {
    const { key, token, headers } = this.credential;
    return {
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    };
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const told = (headers: Record<string, unknown>): Headers =>
  new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));

/** What a caller gets on success: `data` of REST, the single root field of GraphQL. Fails the test on a refusal. */
export async function expectOk<T = Record<string, unknown>>(
  call: Promise<RestAnswer | GraphqlAnswer>,
): Promise<T> {
  const answer = await call;
  const isOk = answer.door === 'REST' ? answer.status < 300 : answer.errors.length === 0;
  if (!isOk) throw new Error(`Expected success, got ${answer.status} ${answer.text}`);
  if (answer.door === 'REST') return (answer.body as { data: T }).data;
  return Object.values(answer.data ?? {})[0] as T;
}

export interface PageBody<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
  pagination: { next: string | null; prev: string | null };
}

/** A REST page as it lies on the wire. */
export async function expectPage<T = { id: string }>(call: Promise<RestAnswer>): Promise<PageBody<T>> {
  const answer = await call;
  await expectOk(call);
  return answer.body as PageBody<T>;
}
