import { request, type Agent } from 'node:http';
import type { Inject } from './client';

/** A call that takes longer is taken for one that hangs; no answer of the service may take that long. */
const answerLimitMs = 20_000;

/**
 * Over a socket; rejects with the error of the connection when there is no whole answer.
 * @param to where it listens, asked for at each request
 */
export const overHttp =
  (to: () => string, agent: Agent): Inject =>
  ({ method, url, headers, payload }) =>
    new Promise((resolve, reject) => {
      const call = request(to() + url, { method, headers, agent }, (reply) => {
        let body = '';
        reply.setEncoding('utf8').on('data', (more: string) => (body += more));
        reply.once('error', reject);
        reply.once('end', () => resolve({ statusCode: reply.statusCode ?? 0, body, headers: reply.headers }));
      });
      call.setTimeout(answerLimitMs, () => call.destroy(new Error(`${method} ${url} hangs`)));
      call.once('error', reject);
      call.end(payload);
    });
