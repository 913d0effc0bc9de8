import { setTimeout as pause } from 'node:timers/promises';
import { isObject, jsonIn, type Kind } from './fields';
import { Advice } from '../terminal';

/** Why a row was refused. */
export interface Refusal {
  /** In the request. */
  index: number;
  code: string | null;
  message: string;
}

export interface CustomersAnswer {
  newCustomers: string[];
  failures: Refusal[];
}

export interface ToldTask {
  state: string;
  progress: { done: number; failed: number; total: number };
}

interface RowResult {
  code: string | null;
  message: string | null;
  result: { index: number; outcome?: string } | null;
}

interface ResultsPage {
  data: RowResult[];
  pagination: { next: string | null };
}

const firstPauseMs = 250;
const longestPauseMs = 5000;
/** So long a service may be away, or another import may run. */
const patienceMs = 600_000;

/** One environment of one service, whatever happens to it meanwhile. */
export class ImportService {
  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  /** @param name of the request: one that comes twice is answered as the first was */
  async send<T>(
    kind: Kind,
    rows: readonly object[],
    integrationId: string | undefined,
    name: string,
  ): Promise<T> {
    const body = { [kind]: rows, ...(integrationId !== undefined && { integrationId }) };
    return (JSON.parse(await this.ask('POST', `/${kind}/import`, body, name)) as { data: T }).data;
  }

  async task(id: string): Promise<ToldTask> {
    return (JSON.parse(await this.ask('GET', `/tasks/${id}`)) as { data: ToldTask }).data;
  }

  async *results(taskId: string): AsyncGenerator<RowResult> {
    for (let cursor = ''; ;) {
      const text = await this.ask('GET', `/tasks/${taskId}/results?limit=100${cursor}`);
      const { data, pagination } = JSON.parse(text) as ResultsPage;
      yield* data;
      if (pagination.next === null) return;
      cursor = `&after=${encodeURIComponent(pagination.next)}`;
    }
  }

  /** @throws Advice with a refusal, and of a service that stays away */
  private async ask(method: string, path: string, body?: object, name?: string): Promise<string> {
    const deadline = performance.now() + patienceMs;
    for (let waitMs = firstPauseMs; ; waitMs = Math.min(2 * waitMs, longestPauseMs)) {
      const answer = await this.attempt(method, path, body, name);
      if (answer.text !== undefined) return answer.text;
      if (performance.now() > deadline) throw new Advice(answer.advice);
      await pause(answer.afterMs ?? waitMs);
    }
  }

  private async attempt(method: string, path: string, body?: object, name?: string): Promise<Attempt> {
    const headers = {
      'x-api-key': this.key,
      ...(body && { 'content-type': 'application/json' }),
      ...(name !== undefined && { 'idempotency-key': name }),
    };
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${this.url}/api/v1${path}`, {
        method,
        headers,
        body: body && JSON.stringify(body),
      });
      text = await response.text();
    } catch (error) {
      const why = String((error as { cause?: unknown }).cause ?? error);
      return { advice: `${this.url} does not answer (${why}); is it running?` };
    }
    if (response.ok) return { text };
    const { code, told } = refusalIn(text);
    const advice = told ?? `${method} ${path} answered ${response.status}`;
    if (!isPassing(response.status, code)) throw new Advice(advice);
    return { advice, afterMs: afterMs(response.headers) };
  }
}

/** An answer, or what is to be said where none comes. */
type Attempt = { text: string } | { text?: undefined; advice: string; afterMs?: number };

const passingCodes = ['ImportAlreadyInProgress', 'ObjectAlreadyBeingUsedByAnotherRequestError'];

const isPassing = (status: number, code: string | null): boolean =>
  [429, 502, 503, 504].includes(status) || (code !== null && passingCodes.includes(code));

function afterMs(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.max(seconds * 1000, firstPauseMs) : undefined;
}

function refusalIn(text: string): { code: string | null; told?: string } {
  const body = jsonIn(text);
  if (!isObject(body) || typeof body['message'] !== 'string') return { code: null };
  const code = typeof body['code'] === 'string' ? body['code'] : null;
  return { code, told: code === null ? body['message'] : `${code}: ${body['message']}` };
}
