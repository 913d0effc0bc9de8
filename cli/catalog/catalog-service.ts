import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Advice } from './terminal';

export interface FieldChange {
  path: string;
  before: unknown;
  after: unknown;
}

export interface Change {
  kind: string;
  id: string;
  action: 'CREATE' | 'UPDATE' | 'PUBLISH' | 'ARCHIVE' | 'UNARCHIVE';
  fields: FieldChange[];
}

export interface Planned {
  hash: string;
  changes: Change[];
}

export interface Applied {
  changes: Change[];
  taskIds: string[];
}

export interface ReleaseOptions {
  migrationType: 'NEW_CUSTOMERS' | 'ALL_CUSTOMERS';
  prune: boolean;
}

/** One environment of one service. */
export class CatalogService {
  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  /** As the service writes it. @throws Advice with its refusal */
  async exportText(format: 'yaml' | 'json'): Promise<string> {
    const answer = await this.send('GET', `/catalog/export?format=${format}`);
    if (format === 'yaml') return answer;
    return `${JSON.stringify((JSON.parse(answer) as { data: unknown }).data, null, 2)}\n`;
  }

  async exportDocument(): Promise<unknown> {
    return JSON.parse(await this.exportText('json'));
  }

  /** @throws Advice with the service's refusal */
  plan(document: unknown, options: ReleaseOptions): Promise<Planned> {
    return this.ask<Planned>('POST', '/catalog/plan', { document, options });
  }

  /** @throws Advice with the service's refusal */
  apply(hash: string, document: unknown, options: ReleaseOptions): Promise<Applied> {
    return this.ask<Applied>('POST', '/catalog/apply', { hash, document, options });
  }

  private async ask<T>(method: string, path: string, body?: object): Promise<T> {
    return (JSON.parse(await this.send(method, path, body)) as { data: T }).data;
  }

  private async send(method: string, path: string, body?: object): Promise<string> {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': this.key, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    }).catch((error: unknown) => {
      throw new Advice(
        `${this.url} does not answer (${String((error as { cause?: unknown }).cause ?? error)}); is it running?`,
      );
    });
    const text = await response.text();
    if (response.ok) return text;
    throw new Advice(refusalIn(text) ?? `${method} ${path} answered ${response.status}`);
  }
}

function refusalIn(text: string): string | undefined {
  try {
    const { code, message } = JSON.parse(text) as { code: string | null; message: string };
    return code === null ? message : `${code}: ${message}`;
  } catch {
    return undefined;
  }
}

/** Where a service that was started here listens and keeps its first keys. */
export interface OwnService {
  port: string;
  dataDirectory: string;
}

/** @throws Advice when nothing says which service, or with which key */
export function serviceAt({ url, key }: { url?: string; key?: string }, own: OwnService): CatalogService {
  const address = (url ?? `http://127.0.0.1:${own.port}`).replace(/\/+$/, '');
  if (key) return new CatalogService(address, key);
  const file = join(own.dataDirectory, 'keys.json');
  if (url || !existsSync(file)) {
    throw new Advice(`No key for ${address}: give --key or CATALOG_KEY, a server key of the environment`);
  }
  return new CatalogService(
    address,
    (JSON.parse(readFileSync(file, 'utf8')) as { serverKey: string }).serverKey,
  );
}
