import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

const plain = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };

async function answer(metrics: Metrics, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.split('?')[0] !== '/metrics') {
    response.writeHead(404, plain).end('only /metrics is served here\n');
  } else if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { ...plain, allow: 'GET, HEAD' }).end('only GET and HEAD\n');
  } else {
    const text = await metrics.render();
    response.writeHead(200, { ...plain, 'content-type': metrics.contentType }).end(text);
  }
}

/**
 * A listener of its own for /metrics. Spec: operations.md METRICS_PORT
 * @param port 0 takes a free one
 * @throws what listen() throws, such as EADDRINUSE
 */
export async function startMetricsServer(
  metrics: Metrics,
  port: number,
  host: string,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    answer(metrics, request, response).catch(() => response.writeHead(500, plain).end('metrics failed\n'));
  });
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
