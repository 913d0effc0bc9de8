import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer that was whole, and that nobody got. */
export interface LostAnswer {
  status: number;
  text: string;
}

/** Stands before a service, and breaks the connection of a caller whose answer has come when it is told to lose it. */
export class LosingProxy {
  /** By what the caller calls its request, in `x-request-id`. */
  readonly lost = new Map<string, LostAnswer>();
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server: Server;

  /** @param loses asked once for each request, by its name */
  private constructor(
    private readonly target: string,
    private readonly loses: (name: string) => boolean,
  ) {
    this.server = createServer((call, reply) => void this.pass(call, reply));
  }

  static async before(target: string, loses: (name: string) => boolean): Promise<LosingProxy> {
    const proxy = new LosingProxy(target, loses);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
  }

  private async pass(call: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { method, url = '', headers } = call;
    const name = String(headers['x-request-id']);
    const onward = request(this.target + url, { method, headers, agent: this.agent });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      onward.once('response', resolve).once('error', reject);
    });
    try {
      onward.end(await textOf(call));
      const answer = await answered;
      const [status, text] = [answer.statusCode ?? 0, await textOf(answer)];
      if (this.loses(name)) {
        this.lost.set(name, { status, text });
        call.socket.destroy();
      } else reply.writeHead(status, answer.headers).end(text);
    } catch {
      call.socket.destroy();
    }
  }
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) text += String(chunk);
  return text;
}
