import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  jwksCache,
  type ExportedJWKSCache,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import { BoundedRate } from '#libs/kernel/bounded-rate';

const fetchTimeoutMs = 3000;
const pauseAfterFailedFetchMs = 5000;
const warnEveryMs = 60_000;
/** A key that the provider withdrew ends after this, and at once where a token names an unknown one. */
const refreshAfterMs = 600_000;
const cooldownMs = 30_000;
/** What a caller waits for a provider that hangs, while there are keys that may serve him. */
const patienceMs = 1000;

/** The last good set, and when it was read; jose writes it. */
type LastSet = Partial<ExportedJWKSCache>;

const logger = new Logger('JwtVerifier');

/** Asks the provider; after a failure it waits, so that a flood of tokens is no flood of fetches. */
class KeyFetch {
  private failedAt = -Infinity;
  private readonly warnings = new BoundedRate(warnEveryMs);

  constructor(private readonly last: LastSet) {}

  get isPaused(): boolean {
    return performance.now() - this.failedAt < pauseAfterFailedFetchMs;
  }

  /** As jose calls it. @throws whatever keeps the provider from answering a key set */
  async fetch(address: string, options: RequestInit): Promise<Response> {
    if (this.isPaused) throw new Error('waiting after a failed fetch');
    try {
      const response = await fetch(address, options);
      if (response.status !== 200) throw new Error(`status ${response.status}`);
      createLocalJWKSet((await response.clone().json()) as JSONWebKeySet);
      return response;
    } catch (error) {
      this.failedAt = performance.now();
      this.warn(error as Error);
      throw error;
    }
  }

  private warn({ message }: Error): void {
    if (!this.warnings.pass('away')) return;
    const { uat } = this.last;
    const effect =
      uat === undefined
        ? "users' tokens are refused until it does"
        : `the keys of ${new Date(uat).toISOString()} serve until it does`;
    logger.warn(`JWT_JWKS_URL does not answer (${message}); ${effect}`);
  }
}

/** Infinity as long as nothing was read. */
const readAt = ({ uat = Infinity }: { uat?: number }): number => uat;

/**
 * The keys of the provider's set. They are asked for again when they are old; while the provider is away the last good set
 * serves, so that its outage is not ours. A key that it has withdrawn ends once it answers again.
 */
export function remoteKeys(url: string): JWTVerifyGetKey {
  const last: LastSet = {};
  const asking = new KeyFetch(last);
  const keys = createRemoteJWKSet(new URL(url), {
    cooldownDuration: cooldownMs,
    // Never dropped by age: they are refreshed below, and a failure leaves them as they are.
    cacheMaxAge: Infinity,
    timeoutDuration: fetchTimeoutMs,
    [jwksCache]: last as ExportedJWKSCache,
    [customFetch]: (address: string, options: RequestInit) => asking.fetch(address, options),
  });
  let refreshing: Promise<void> | undefined;
  const refresh = (): Promise<void> =>
    (refreshing ??= Promise.race([
      keys.reload().catch(() => undefined),
      sleep(patienceMs, undefined, { ref: false }),
    ]).finally(() => {
      refreshing = undefined;
    }));
  const isOld = (): boolean => Date.now() >= readAt(last) + refreshAfterMs;
  return async (header, token) => {
    if (isOld() && !asking.isPaused) await refresh();
    return keys(header, token);
  };
}
