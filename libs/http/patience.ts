import type { Environment } from '#libs/config/env';

/** Longer than balancers keep connections, so that it is they who close them. */
const longestKeepAliveMs = 72_000;
/** Node looks this often for requests that are late. */
const longestLookMs = 2000;

/**
 * How long a caller may keep us waiting, as Fastify takes it. The time for a request is that of its arrival, headers and body:
 * a connection that says nothing has no longer. Work on a request that has arrived is limited by silence only.
 */
export const patienceOf = ({ requestTimeoutMs, connectionTimeoutMs }: Environment) => ({
  requestTimeout: requestTimeoutMs,
  connectionTimeout: connectionTimeoutMs,
  keepAliveTimeout: Math.min(longestKeepAliveMs, connectionTimeoutMs),
  http: {
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(longestLookMs, Math.ceil(requestTimeoutMs / 4)),
  },
});
