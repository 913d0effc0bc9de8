import { randomFrom, type SeededRandom } from '../support/seeded-random';
import { written } from './json-text';
import { KnownIds } from './known';
import { larderOf } from './recipes';
import type { FuzzAnswer, FuzzRequest } from './request';
import { parsed } from './rest-oracle';
import type { Sender } from './sender';
import { storyOf } from './story';

type Json = Record<string, unknown>;

export interface Credentials {
  environmentId: string;
  serverKey: string;
  publishableKey?: string;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export const uuidsIn = (text: string): string[] => text.match(uuid) ?? [];

/** An environment in which somebody has sold something of every kind. */
export class Place {
  readonly known = new KnownIds();
  /** Every id of the server's making that its answers told. */
  readonly uuids = new Set<string>();
  readonly random: SeededRandom;
  /** Steps of the story that were refused. */
  readonly refused: string[] = [];
  private mark = 'fuzz';
  private made = 0;

  constructor(
    readonly credentials: Credentials,
    private readonly sender: Sender,
    readonly seed: number,
  ) {
    this.random = randomFrom(seed);
    this.known.note('environments', credentials.environmentId);
    this.known.note('event-names', 'call');
  }

  /** An id that nothing has yet. */
  fresh(prefix: string): string {
    return `${prefix}-${this.mark}-${++this.made}`;
  }

  /** @param mark a word that stands in every text of it */
  async furnish(mark: string): Promise<void> {
    this.mark = mark;
    await this.spareOwnKeys();
    const larder = larderOf(this.known, this.random, (prefix) => this.fresh(prefix));
    for (const [method, path, body] of storyOf(mark, larder)) {
      const url = path.startsWith('/api/') ? path : `/api/v1${path}`;
      const answer = await this.call(method, url, body);
      if (answer.status >= 300) this.refused.push(`${method} ${path} → ${answer.status} ${answer.text}`);
      this.learn(url, answer);
    }
    for (const list of [
      'tasks',
      'webhooks',
      'credits/grants?customerId=ada',
      'customers/payer/invoices',
      'customers/ada/invoices',
      'events',
      'activity',
    ]) {
      this.learn(`/api/v1/${list.split('?')[0]}`, await this.call('GET', `/api/v1/${list}`));
    }
  }

  /** Those that there are before it has made any. */
  private async spareOwnKeys(): Promise<void> {
    const { text } = await this.call('GET', '/api/v1/api-keys');
    const { data } = parsed(text) as { data?: { id: string }[] };
    for (const { id } of data ?? []) this.known.spare(id);
  }

  /** @param request that it answers, where a later one needs both */
  learn(path: string, { text }: FuzzAnswer, request?: FuzzRequest): void {
    const body = parsed(text);
    this.known.learn(path, body);
    if (request?.operation === 'planCatalog') this.learnCatalog(body, request);
    for (const each of uuidsIn(text)) this.uuids.add(each);
  }

  private learnCatalog(body: unknown, { payload }: FuzzRequest): void {
    const { hash } = (body as { data?: { hash?: string } }).data ?? {};
    const { document } = (parsed(String(payload)) ?? {}) as Json;
    if (hash !== undefined && document !== undefined)
      this.known.note('catalogs', JSON.stringify({ document, hash }));
  }

  call(method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, body?: Json): Promise<FuzzAnswer> {
    const headers: Record<string, string> = {
      'x-api-key': this.credentials.serverKey,
      ...(body && { 'content-type': 'application/json' }),
    };
    const payload = body && { payload: written(body) };
    return this.sender.send({
      operation: url,
      door: 'REST',
      intent: 'valid',
      what: 'story',
      method,
      url,
      headers,
      ...payload,
    });
  }
}
