import { addressedBy, type NamedService, type OwnService } from '../addressed-service';
import { Advice } from '../terminal';

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
  /** Null where nobody asked. */
  blastRadius: BlastRadius | null;
}

/** What a customer may do of a feature. */
export interface Entitled {
  usageLimit: number | null;
  hasUnlimitedUsage: boolean;
  hasSoftLimit: boolean;
  enumValues: string[] | null;
  resetPeriod: string | null;
}

export interface CustomerChange {
  customerId: string;
  resourceId: string | null;
  featureId: string;
  before: Entitled | null;
  after: Entitled | null;
  usage: number | null;
  fallsBelowUsage: boolean;
}

/** What some customers would notice; a task tells it of a hundred each. */
export interface Findings {
  customers: number;
  customersChanged: number;
  customersBelowUsage: number;
  changes: CustomerChange[];
  leftOut: number;
}

export interface BlastRadius extends Omit<Findings, 'customersChanged' | 'customersBelowUsage'> {
  taskId: string | null;
  emptyBecause: 'NEW_CUSTOMERS' | 'NO_SUBSCRIPTIONS' | null;
  /** Null as long as the task finds it. */
  customersChanged: number | null;
  customersBelowUsage: number | null;
}

export interface ToldTask {
  id: string;
  state: string;
  progress: { done: number; failed: number; total: number };
}

export interface Applied {
  changes: Change[];
  taskIds: string[];
}

interface ResultsPage {
  data: { result: Findings }[];
  pagination: { next: string | null };
}

const resultsAtOnce = 20;

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
  plan(document: unknown, options: ReleaseOptions, blastRadius: boolean): Promise<Planned> {
    return this.ask<Planned>('POST', '/catalog/plan', { document, options, blastRadius });
  }

  /** The task of a plan without its results, which are long. @throws Advice when it is gone */
  async radiusTask(hash: string, taskId: string): Promise<ToldTask> {
    const about = `/tasks?kind=CATALOG_BLAST_RADIUS&entityId=${encodeURIComponent(hash)}&limit=100`;
    const found = (await this.ask<ToldTask[]>('GET', about)).find(({ id }) => id === taskId);
    if (!found) throw new Advice(`Task ${taskId} was not found`);
    return found;
  }

  /** What a task has found, newest first. */
  async *radiusResults(taskId: string): AsyncGenerator<Findings> {
    for (let cursor = ''; ;) {
      const text = await this.send('GET', `/tasks/${taskId}/results?limit=${resultsAtOnce}${cursor}`);
      const { data, pagination } = JSON.parse(text) as ResultsPage;
      yield* data.map(({ result }) => result);
      if (pagination.next === null) return;
      cursor = `&after=${encodeURIComponent(pagination.next)}`;
    }
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

/** @throws Advice when nothing says which service, or with which key */
export function serviceAt(named: NamedService, own: OwnService): CatalogService {
  const { address, key } = addressedBy(named, own);
  return new CatalogService(address, key);
}
