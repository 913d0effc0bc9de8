import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** What came to a receiver. */
export interface ReceivedMessage {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: {
    messageId: string;
    type: string;
    createdAt: string;
    data: Record<string, unknown>;
    environmentId: string;
    actor: string;
    version: number;
    entityVersion: number | null;
  };
  /** By the clock of the machine. */
  at: number;
}

/** How a message is answered; nothing is answered where it does nothing. */
export type Answering = (response: ServerResponse, message: ReceivedMessage) => void;

export const answers =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (response) =>
    void response.writeHead(status, headers).end();

/** A receiver of webhooks on this machine, without TLS: for services that do not run in production. */
export class Receiver {
  readonly received: ReceivedMessage[] = [];
  answer: Answering = answers(204);

  private constructor(
    private readonly server: Server,
    private readonly host: string,
  ) {}

  static async open(port = 0, host = '127.0.0.1'): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server, host);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('error', () => undefined);
      request.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        const { url: path = '', headers } = request;
        const body = JSON.parse(text) as ReceivedMessage['body'];
        const message = { path, headers, text, body, at: Date.now() };
        receiver.received.push(message);
        receiver.answer(response, message);
      });
    });
    await new Promise<void>((resolve) => server.listen(port, host, resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  url(path = '/hook'): string {
    return `http://${this.host}:${this.port}${path}`;
  }

  /** Ids of the messages, each as often as it came. */
  get ids(): string[] {
    return this.received.map(({ body }) => body.messageId);
  }

  forget(): void {
    this.received.length = 0;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** As a receiver's own library judges it, when it comes. @throws its refusal */
export function verified(
  { text, headers }: Pick<ReceivedMessage, 'text' | 'headers'>,
  secret: string,
): unknown {
  const sentAt = Number(headers['webhook-timestamp']) * 1000;
  const now = jest.spyOn(Date, 'now').mockReturnValue(sentAt);
  try {
    return new Webhook(secret).verify(text, headers as Record<string, string>);
  } finally {
    now.mockRestore();
  }
}
