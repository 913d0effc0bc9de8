import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginSpan, isTraced, type TraceSpan } from '#libs/telemetry/tracing';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Goes on with the trace of the caller. @param route the pattern that was found, never the path as sent; empty where there is none
 * @returns undefined where nobody traces
 */
export function beginRequestSpan(request: FastifyRequest, route: string): TraceSpan | undefined {
  if (!isTraced()) return undefined;
  const method = methods.has(request.method) ? request.method : '_OTHER';
  const attributes = {
    'http.request.method': method,
    ...(route === '' ? {} : { 'http.route': route }),
    'request.id': request.id,
  };
  const verb = method === '_OTHER' ? 'HTTP' : method;
  const name = route === '' ? verb : `${verb} ${route}`;
  return beginSpan({ name, kind: 'SERVER', attributes }, request.headers);
}

/** Once. A fault of ours, which 5xx is, marks the span. */
export function endRequestSpan(request: FastifyRequest, { statusCode }: FastifyReply): void {
  const { span } = request;
  request.span = undefined;
  span?.set('http.response.status_code', statusCode);
  span?.end(statusCode >= 500 ? { code: String(statusCode) } : undefined);
}
