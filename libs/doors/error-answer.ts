import { HttpException } from '@nestjs/common';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Overloaded } from '#libs/kernel/errors/overloaded';
import { isBeingMoved, isDatabaseAway, isStatementTimeout } from '#libs/persistence/pg-errors';
import { RateLimitExceeded } from '#libs/security/rate-limits';

export interface ErrorAnswer {
  status: number;
  body: { message: string; code: ErrorCode | null; reason?: string };
  headers: Record<string, string>;
  /** A bug of ours: the caller gets no detail, the log gets the stack. */
  isFault: boolean;
}

const retryHeaders = (retryAfterMs: number): Record<string, string> => ({
  'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))),
  'retry-after-ms': String(Math.max(1, Math.ceil(retryAfterMs))),
});

const retryMs = 1000;

/** 503: who comes again may be served. */
const comeAgain = (message: string): ErrorAnswer => plain(503, message, { headers: retryHeaders(retryMs) });

/** The one place that turns whatever was thrown into status, code and message, for both doors. */
export function errorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof DomainError) return domainAnswer(error);
  if (error instanceof Overloaded) return comeAgain(error.message);
  const status = statusOf(error);
  // A caller who breaks off breaks a socket as well; its error has a status, those of the database have none.
  if (status === undefined && isDatabaseAway(error)) {
    return comeAgain('The database is away for the moment; repeat the request');
  }
  if (isBeingMoved(error)) {
    return comeAgain('The environment is being moved to another database; repeat the request');
  }
  if (isStatementTimeout(error)) {
    return comeAgain('The database took too long; repeat the request, or ask for less at once');
  }
  if (status === 400) return domainAnswer(new DomainError('BadUserInput', clientFault(error)));
  if (status !== undefined && status < 500) return plain(status, httpMessages[status] ?? clientFault(error));
  return plain(500, 'Something went wrong on our side; the request id names it in our logs', {
    isFault: true,
  });
}

/**
 * GraphQL tells a code with every error. What its door refuses of a request is BadUserInput, as what its parser refuses is;
 * where the fault is ours, a code says whether to come again.
 */
export function graphqlCode({ status, body }: ErrorAnswer): string {
  if (body.code !== null) return body.code;
  if (status === 503) return 'SERVICE_UNAVAILABLE';
  return status < 500 ? 'BadUserInput' : 'INTERNAL_SERVER_ERROR';
}

function domainAnswer(error: DomainError): ErrorAnswer {
  const { code, message, reason, status } = error;
  const body = {
    message,
    code,
    ...(code === 'BillingContractOperationRejected' && reason ? { reason } : {}),
  };
  return { status, body, headers: headersOf(error), isFault: false };
}

/** Existing clients repeat 409 and 5xx by themselves, so a definite answer says that it is one. */
function headersOf(error: DomainError): Record<string, string> {
  if (error instanceof RateLimitExceeded) return retryHeaders(error.retryAfterMs);
  if (error.isDefinite) return { 'x-should-retry': 'false' };
  return error.code === 'ObjectAlreadyBeingUsedByAnotherRequestError' ? { 'x-should-retry': 'true' } : {};
}

function plain(status: number, message: string, extra: Partial<ErrorAnswer> = {}): ErrorAnswer {
  return { status, body: { message, code: null }, headers: {}, isFault: false, ...extra };
}

// Told without the parser's own words, which may hold the payload.
const httpMessages: Record<number, string> = {
  404: 'No such route; the API reference is at /docs',
  413: 'The body is larger than this server takes (BODY_LIMIT_BYTES)',
  415: 'Send the body as Content-Type: application/json and without Content-Encoding',
};

const statusOf = (error: unknown): number | undefined => {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { statusCode?: unknown } | undefined)?.statusCode;
  return typeof status === 'number' ? status : undefined;
};

function clientFault(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return 'The body is empty; send a JSON object';
  if (error instanceof SyntaxError || code?.startsWith('FST_ERR_CTP')) return 'The body is not valid JSON';
  return error instanceof HttpException ? (message ?? 'Bad request') : 'The request could not be read';
}
