import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceClient } from './service-client';

/** What came to the receiver. */
export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  body: { messageId: string; type: string; data: { customer?: { id: string } } };
}

interface Webhook {
  id: string;
  secret: string;
}

/** A webhook, and its receiver on this machine. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** With which it answers. */
  status = 500;

  private constructor(
    private readonly server: Server,
    private readonly service: ServiceClient,
    readonly webhook: Webhook,
  ) {}

  /** @returns why this service sends nothing to this machine, where it does not */
  static async find(service: ServiceClient, name: string): Promise<WebhookReceiver | string> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
    const body = { name, endpoint, eventTypes: ['customer.*'] };
    const answer = await service.rest<Webhook>('POST', '/webhooks', body).catch(() => undefined);
    if (!answer || answer.code !== undefined) {
      server.close();
      // A server that is not there is told of by the first chapter.
      return (answer?.body as { message?: string } | undefined)?.message ?? 'the service did not answer';
    }
    const receiver = new WebhookReceiver(server, service, answer.data());
    receiver.listen();
    return receiver;
  }

  async leave(): Promise<void> {
    await this.service.rest('DELETE', `/webhooks/${this.webhook.id}`);
    this.server.closeAllConnections();
    this.server.close();
  }

  private listen(): void {
    this.server.on('request', (request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => (text += part));
      request.on('end', () => {
        this.received.push({ headers: request.headers, text, body: JSON.parse(text) as Received['body'] });
        response.writeHead(this.status).end();
      });
    });
  }
}
