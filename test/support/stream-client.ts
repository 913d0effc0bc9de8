import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { eventually } from './eventually';

export interface Told<T = Record<string, unknown>> {
  id: string;
  event: string;
  data: T;
}

/** A caller of the stream, as a sidecar is one: reads server-sent events, and remembers where it was. */
export class StreamClient {
  readonly told: Told[] = [];
  /** Signs of life that came. */
  beats = 0;
  /** As browsers send it when they come again. */
  lastId: string | undefined;
  status = 0;
  headers: IncomingMessage['headers'] = {};
  /** The answer is over, for whatever reason. */
  hasEnded = false;
  /** Of an answer that is no stream. */
  text = '';
  private call?: ClientRequest;
  private readonly agent = new Agent({ keepAlive: false });

  constructor(
    private readonly url: string,
    private readonly key: string,
    private readonly heard: (message: Told) => void = () => undefined,
    /** In whose name a publishable key asks. */
    private readonly inTheNameOf: Record<string, string> = {},
  ) {}

  /** Returns when the stream has told where it begins, or was refused. @param from an id that was told */
  open(query = '', from = this.lastId): Promise<this> {
    return this.begin('GET', `/api/v1/entitlements/stream${query}`, from);
  }

  /** The same over GraphQL, where messages have the name of what carries them. */
  subscribe(document: string, variables: object = {}, from = this.lastId): Promise<this> {
    return this.begin('POST', '/graphql/stream', from, JSON.stringify({ query: document, variables }));
  }

  private async begin(method: string, path: string, from?: string, body?: string): Promise<this> {
    this.hasEnded = false;
    const {
      beats,
      told: { length },
    } = this;
    const credential = { 'x-api-key': this.key, ...this.inTheNameOf };
    const headers = { ...credential, ...(from === undefined ? {} : { 'last-event-id': from }) };
    await new Promise<void>((resolve, reject) => {
      this.call = request(
        this.url + path,
        {
          method,
          headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
          agent: this.agent,
        },
        (reply) => {
          this.status = reply.statusCode ?? 0;
          this.headers = reply.headers;
          this.read(reply);
          resolve();
        },
      );
      this.call.once('error', (error) => {
        this.hasEnded = true;
        reject(error);
      });
      this.call.end(body);
    });
    if (this.status !== 200) return this;
    await eventually(async () => {
      const hasBegun = this.beats > beats || this.told.length > length || this.hasEnded;
      if (!hasBegun) throw new Error('The stream has not begun');
    });
    return this;
  }

  /** As a process that is killed, or a network that fails. */
  kill(): void {
    this.call?.destroy();
    this.hasEnded = true;
  }

  of<T>(event: string): T[] {
    return this.told.filter((each) => each.event === event).map(({ data }) => data as T);
  }

  private read(reply: IncomingMessage): void {
    let text = '';
    reply.setEncoding('utf8').on('data', (more: string) => {
      if (this.status !== 200) this.text += more;
      const blocks = (text += more).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.take(block);
    });
    reply.once('error', () => undefined);
    reply.once('close', () => {
      this.hasEnded = true;
    });
  }

  private take(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => [line.split(':')[0], line.replace(/^\w*: ?/, '')]),
    );
    this.lastId = fields.get('id') ?? this.lastId;
    const event = fields.get('event');
    if (event === undefined) {
      if (fields.has('')) this.beats++;
      return;
    }
    const message = {
      id: fields.get('id') ?? '',
      event,
      data: JSON.parse(fields.get('data') ?? 'null') as never,
    };
    this.told.push(message);
    this.heard(message);
  }
}
