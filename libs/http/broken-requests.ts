import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';

interface Refusal {
  status: number;
  message: string;
  code: ErrorCode | null;
}

// By what Node says of it; any other is no HTTP.
const refusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    message: 'The request did not arrive in time (REQUEST_TIMEOUT_MS); send it again',
    code: null,
  },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are larger than this server takes', code: null },
};
const noHttp: Refusal = { status: 400, message: 'The request is not valid HTTP', code: 'BadUserInput' };

/** What the driver of the socket knows: the answer that is being written. */
interface Answering {
  _httpMessage?: { headersSent: boolean } | null;
}

/**
 * A request that never became one, for it is cut off or too slow: there is no route and no reply, so the answer is written
 * on the socket, in the shape of all others.
 */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const isAnswered = (socket as Answering)._httpMessage?.headersSent === true;
  if (socket.writable && !isAnswered) socket.write(answerOf(refusals[error.code ?? ''] ?? noHttp));
  socket.destroy(error);
}

function answerOf({ status, message, code }: Refusal): string {
  const body = JSON.stringify({ message, code });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
    'content-type: application/json; charset=utf-8',
    'x-content-type-options: nosniff',
    `x-request-id: ${randomUUID()}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
