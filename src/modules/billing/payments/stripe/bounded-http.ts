import { Agent as PlainAgent, request as requestPlainly, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as requestOverTls } from 'node:https';
import type Stripe from 'stripe';

type HttpClient = NonNullable<Stripe.StripeConfig['httpClient']>;
type HttpAnswer = Awaited<ReturnType<HttpClient['makeRequest']>>;
type Headers = Record<string, string>;

const agents = { http: new PlainAgent({ keepAlive: true }), https: new TlsAgent({ keepAlive: true }) };

/** The others are left behind: the library would print what one of them says. */
const believedHeaders = ['request-id', 'stripe-should-retry', 'idempotent-replayed'] as const;

interface Bounds {
  /** From the first moment of a call to the last byte of its answer. */
  timeoutMs: number;
  answerBytes: number;
}

/** What was answered; no text where it was too long. */
class Answer implements HttpAnswer {
  constructor(
    private readonly status: number,
    private readonly headers: Headers,
    private readonly text: string | undefined,
  ) {}

  getStatusCode(): number {
    return this.status;
  }

  getHeaders(): Headers {
    return this.headers;
  }

  getRawResponse(): object {
    return {};
  }

  toStream(): never {
    throw new Error('No answer is read as a stream');
  }

  /** The library asks for no more than the member `error`, whatever the status is. @throws Error where both do not agree */
  async toJSON(): Promise<unknown> {
    if (this.text === undefined) throw new Error('The answer is too long');
    const answer: unknown = JSON.parse(this.text);
    const isSuccess = this.status >= 200 && this.status < 300;
    if (!isObject(answer) || (isSuccess ? 'error' in answer : !isObject(answer.error)))
      throw new Error('The answer is none of the API');
    return answer;
  }
}

/**
 * Calls in the place of the library's own client, which bounds neither the size of an answer nor the time in which it trickles in.
 * Redirections are followed by neither. Source: security.md, API10
 */
export class BoundedHttp implements HttpClient {
  constructor(private readonly bounds: Bounds) {}

  getClientName(): string {
    return 'node';
  }

  async makeRequest(
    host: string,
    port: string,
    path: string,
    method: string,
    headers: object,
    body: string,
    protocol: string,
  ): Promise<HttpAnswer> {
    const signal = AbortSignal.timeout(this.bounds.timeoutMs);
    const isPlain = protocol === 'http';
    const send = isPlain ? requestPlainly : requestOverTls;
    const agent = isPlain ? agents.http : agents.https;
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const request = send({ host, port, path, method, headers: { ...headers }, agent, signal }, resolve);
        request.on('error', reject);
        request.end(body);
      });
      return new Answer(response.statusCode ?? 0, headersOf(response), await this.textOf(response));
    } catch (error) {
      throw signal.aborted
        ? Object.assign(new Error('The call took too long'), { code: 'ETIMEDOUT' })
        : error;
    }
  }

  private async textOf(response: IncomingMessage): Promise<string | undefined> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      // Leaving the loop destroys what is still to come.
      if (bytes > this.bounds.answerBytes) return undefined;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function headersOf({ headers }: IncomingMessage): Headers {
  const told: Headers = {};
  for (const name of believedHeaders) {
    const value = headers[name];
    if (typeof value === 'string') told[name] = value;
  }
  return told;
}
