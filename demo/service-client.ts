import { setTimeout as sleep } from 'node:timers/promises';
import { Listener } from './listener';

/** What the service said, from either door. */
export interface Answer<T> {
  status: number;
  /** The whole body as it lay on the wire. */
  body: unknown;
  /** Undefined unless it refused. */
  code: string | null | undefined;
  /** @throws Error that quotes the answer when it is a refusal or a fault */
  data(): T;
}

const attempts = 5;

/** What paths are below of which nothing else is said. */
export const wholePath = (path: string): string => (path.startsWith('/api/') ? path : `/api/v1${path}`);

/** Speaks REST and GraphQL to one server with one key, and waits when it is asked to. */
export class ServiceClient {
  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  /** The same server by another key. */
  as(key: string): ServiceClient {
    return new ServiceClient(this.url, key);
  }

  /** @param path below /api/v1, or a whole one */
  async rest<T>(method: string, path: string, body?: object): Promise<Answer<T>> {
    const { status, told } = await this.send(method, wholePath(path), body);
    const { data, code, message } = told as { data?: T; code?: string | null; message?: string };
    const refused = () => new Error(`${method} ${path} answered ${status} ${code}: ${message}`);
    return { status, body: told, code, data: () => orThrow(data, refused) };
  }

  /**
   * What a browser does with the form of a page.
   * @param path of the page; where this server is reached need not be where browsers reach it
   * @returns the status, and where it leads
   */
  async submit(
    path: string,
    form: Record<string, string>,
  ): Promise<{ status: number; leadsTo: string | null }> {
    const body = new URLSearchParams(form);
    const { status, headers } = await fetch(`${this.url}${path}`, {
      method: 'POST',
      body,
      redirect: 'manual',
    });
    return { status, leadsTo: headers.get('location') };
  }

  /** Returns when it has been told where the stream begins. @param lastId where it was before */
  async listen(path: string, lastId?: string): Promise<Listener> {
    const leaving = new AbortController();
    const response = await fetch(`${this.url}/api/v1${path}`, {
      headers: { 'x-api-key': this.key, ...(lastId && { 'last-event-id': lastId }) },
      signal: leaving.signal,
    });
    if (!response.ok || !response.body) throw new Error(`GET ${path} answered ${response.status}`);
    const listener = new Listener(response.body.getReader(), () => leaving.abort());
    if (lastId === undefined) while (!(await listener.block()).includes('id: '));
    return listener;
  }

  /** One operation with one root field, whose value is the answer's. */
  async graphql<T>(query: string, variables: object): Promise<Answer<T>> {
    const { status, told } = await this.send('POST', '/graphql', { query, variables });
    const { data, errors } = told as {
      data?: Record<string, T> | null;
      errors?: { message: string; extensions: { code: string } }[];
    };
    const refused = () => new Error(`GraphQL answered ${status}: ${errors?.[0]?.message}`);
    const code = errors?.[0]?.extensions.code;
    return {
      status,
      body: told,
      code,
      data: () => orThrow(errors ? undefined : Object.values(data ?? {})[0], refused),
    };
  }

  private async send(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; told: unknown }> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${this.url}${path}`, {
        method,
        headers: { 'x-api-key': this.key, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      });
      const told: unknown = await response.json();
      const waitMs = Number(response.headers.get('retry-after-ms') ?? 0);
      if (response.status !== 429 || attempt === attempts) return { status: response.status, told };
      await sleep(waitMs);
    }
  }
}

function orThrow<T>(data: T | undefined, fault: () => Error): T {
  if (data === undefined) throw fault();
  return data;
}
