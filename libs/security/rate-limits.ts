import { Injectable } from '@nestjs/common';
import { counterOf } from '#libs/context/about';
import { currentEnvironmentId, requireContext, type About } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { soon, type Soon } from '#libs/kernel/soon';
import { Metrics } from '#libs/telemetry/metrics';
import { WindowStorage, type WindowState } from './window-storage';

const secondMs = 1000;
const minuteMs = 60_000;

/** What is called, as far as rates go by it. */
interface Called {
  bucket: string;
  isWrite: boolean;
  about?: About;
  /** How much it counts; 1 unless it says so. */
  cost?: number;
}

/** How much of what fits into a window. */
interface Quota {
  bucket: string;
  limit: number;
  windowMs: number;
  cost: number;
}

/** Calls per minute of an environment, by operation. */
export interface OperationLimits {
  perMinute: Record<string, number>;
  /** What counts by what it holds, a second: raw events. */
  perSecond: Record<string, number>;
  defaultRead: number;
  defaultWrite: number;
  /** Calls per minute on one customer, subscription or contract. */
  entity: number;
  /** Failed credentials per minute and address. */
  failedCredentials: number;
}

export abstract class RateLimitSettings {
  abstract readonly enabled: boolean;
  abstract readonly scale: number;
  abstract readonly limits: OperationLimits;
}

const unitOf = (windowMs: number): string => (windowMs === secondMs ? 'events a second' : 'calls a minute');

export class RateLimitExceeded extends DomainError {
  constructor(
    { bucket, limit, windowMs }: Pick<Quota, 'bucket' | 'limit'> & Partial<Quota>,
    readonly retryAfterMs: number,
  ) {
    const most = windowMs === undefined ? `${limit} ${bucket}` : `${limit} ${unitOf(windowMs)} for ${bucket}`;
    super('RateLimitExceeded', `More than ${most}; wait and repeat (Retry-After)`);
  }
}

/** Fixed windows per environment and operation, per entity, and per address for failed credentials. Domain: access-and-events R1, R2, R3. */
@Injectable()
export class RateLimits {
  constructor(
    private readonly storage: WindowStorage,
    private readonly settings: RateLimitSettings,
    private readonly metrics: Metrics,
  ) {}

  /** @throws RateLimitExceeded */
  enterOperation({ bucket, isWrite, about, cost = 1 }: Called): Soon<void> {
    const { perMinute, perSecond, defaultRead, defaultWrite } = this.settings.limits;
    const aSecond = perSecond[bucket];
    const limit = aSecond ?? perMinute[bucket] ?? (isWrite ? defaultWrite : defaultRead);
    const windowMs = aSecond === undefined ? minuteMs : secondMs;
    const counter = counterOf(requireContext().principal, about);
    return this.enter('operation', `${counter}:${bucket}`, { bucket, limit, windowMs, cost });
  }

  /** @throws RateLimitExceeded */
  async touchEntities(entities: readonly string[]): Promise<void> {
    for (const entity of entities) {
      const quota = { bucket: entity, limit: this.settings.limits.entity, windowMs: minuteMs, cost: 1 };
      await this.enter('entity', `${currentEnvironmentId()}:${entity}`, quota);
    }
  }

  /** Before any look-up. @throws RateLimitExceeded when this address failed too often */
  requireTrusted(address: string): Soon<void> {
    if (!this.settings.enabled) return;
    const limit = this.scaled(this.settings.limits.failedCredentials);
    return soon(this.storage.hit(`address:${address}`, limit, minuteMs, 0), ({ remaining, resetMs }) => {
      if (remaining > 0) return;
      this.metrics.rateLimited('address');
      const quota = { bucket: 'failed credentials of this address', limit, windowMs: minuteMs };
      throw new RateLimitExceeded(quota, resetMs);
    });
  }

  async noteFailure(address: string): Promise<void> {
    if (!this.settings.enabled) return;
    await this.storage.hit(
      `address:${address}`,
      this.scaled(this.settings.limits.failedCredentials),
      minuteMs,
    );
  }

  private enter(kind: string, key: string, { bucket, limit: unscaled, windowMs, cost }: Quota): Soon<void> {
    if (!this.settings.enabled) return;
    const limit = this.scaled(unscaled);
    return soon(this.storage.hit(`${kind}:${key}`, limit, windowMs, cost), (state) => {
      remember(bucket, windowMs, state);
      if (state.allowed) return;
      this.metrics.rateLimited(kind);
      throw new RateLimitExceeded({ bucket, limit, windowMs }, state.resetMs);
    });
  }

  private scaled(limit: number): number {
    return Math.max(1, Math.floor(limit * this.settings.scale));
  }
}

/** The headers tell the bucket nearest to its limit. Domain: access-and-events R5. */
function remember(bucket: string, windowMs: number, state: WindowState): void {
  const context = requireContext();
  if (!context.nearestLimit || state.remaining < context.nearestLimit.remaining) {
    context.nearestLimit = { bucket, windowMs, ...state };
  }
}
