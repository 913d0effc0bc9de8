import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const sane = /^[\w.:-]{1,128}$/;

/** The id that a caller has sent, where it is fit for logs and headers; else one of ours. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && sane.test(sent) ? sent : randomUUID();
}
