import { Agent, request as open, type ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { FuzzAnswer, FuzzRequest } from './request';

/** Nothing may take that long; what does is taken for hanging. */
const hangsAfterMs = 10_000;

/** What a connection carried last: where the next one on it hangs, that one is to blame. */
const carried = new WeakMap<Socket, string>();

/** Sends requests as they are, byte by byte, over connections that are kept. */
export class Sender {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(private readonly url: string) {}

  /**
   * A connection that the service closed just as it was taken again is no answer of it: once more, on a new one.
   * @throws Error where there is no answer
   */
  async send(request: FuzzRequest): Promise<FuzzAnswer> {
    try {
      return await this.once(request, this.agent);
    } catch (error) {
      if (error instanceof Hangs) throw error;
      return this.once(request, undefined);
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private once(request: FuzzRequest, agent: Agent | undefined): Promise<FuzzAnswer> {
    const { method, url, headers, payload } = request;
    const startedAt = performance.now();
    const { hostname, port } = new URL(this.url);
    const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
    return new Promise((resolve, reject) => {
      const options = {
        hostname,
        port,
        path: url,
        method,
        agent: agent ?? false,
        headers: { ...headers, ...length },
      };
      const call = open(options, (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.once('error', reject);
        reply.once('end', () => {
          const text = Buffer.concat(parts).toString();
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            text,
            ms: performance.now() - startedAt,
          });
        });
      });
      watchOver(call, request);
      call.once('error', reject);
      call.end(payload);
    });
  }
}

class Hangs extends Error {}

function watchOver(call: ClientRequest, { method, url, payload }: FuzzRequest): void {
  let before = 'nothing';
  call.once('socket', (socket) => {
    before = carried.get(socket) ?? before;
    carried.set(socket, `${method} ${url.slice(0, 200)} with ${payload?.length ?? 0} of body`);
  });
  call.setTimeout(hangsAfterMs, () =>
    call.destroy(new Hangs(`hangs; its connection carried before: ${before}`)),
  );
}
