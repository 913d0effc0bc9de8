import { Injectable } from '@nestjs/common';
import { currentEnvironmentId, requireContext } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { soon, type Soon } from '#libs/kernel/soon';
import { Metrics } from '#libs/telemetry/metrics';
import { WindowStorage, type WindowState } from './window-storage';

const minuteMs = 60_000;

/** Calls per minute of an environment, by operation. */
export interface OperationLimits {
  perMinute: Record<string, number>;
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

export class RateLimitExceeded extends DomainError {
  constructor(
    bucket: string,
    limit: number,
    readonly retryAfterMs: number,
  ) {
    super(
      'RateLimitExceeded',
      `More than ${limit} calls a minute for ${bucket}; wait and repeat (Retry-After)`,
    );
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
  enterOperation(bucket: string, isWrite: boolean): Soon<void> {
    const { perMinute, defaultRead, defaultWrite } = this.settings.limits;
    const limit = perMinute[bucket] ?? (isWrite ? defaultWrite : defaultRead);
    return this.enter('operation', `${currentEnvironmentId()}:${bucket}`, bucket, limit);
  }

  /** @throws RateLimitExceeded */
  async touchEntities(entities: readonly string[]): Promise<void> {
    for (const entity of entities) {
      await this.enter('entity', `${currentEnvironmentId()}:${entity}`, entity, this.settings.limits.entity);
    }
  }

  /** Before any look-up. @throws RateLimitExceeded when this address failed too often */
  requireTrusted(address: string): Soon<void> {
    if (!this.settings.enabled) return;
    const limit = this.scaled(this.settings.limits.failedCredentials);
    return soon(this.storage.hit(`address:${address}`, limit, minuteMs, 0), ({ remaining, resetMs }) => {
      if (remaining > 0) return;
      this.metrics.rateLimited('address');
      throw new RateLimitExceeded('failed credentials of this address', limit, resetMs);
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

  private enter(kind: string, key: string, bucket: string, unscaled: number): Soon<void> {
    if (!this.settings.enabled) return;
    const limit = this.scaled(unscaled);
    return soon(this.storage.hit(`${kind}:${key}`, limit, minuteMs), (state) => {
      remember(bucket, state);
      if (state.allowed) return;
      this.metrics.rateLimited(kind);
      throw new RateLimitExceeded(bucket, limit, state.resetMs);
    });
  }

  private scaled(limit: number): number {
    return Math.max(1, Math.floor(limit * this.settings.scale));
  }
}

/** The headers tell the bucket nearest to its limit. Domain: access-and-events R5. */
function remember(bucket: string, state: WindowState): void {
  const context = requireContext();
  if (!context.nearestLimit || state.remaining < context.nearestLimit.remaining) {
    context.nearestLimit = { bucket, windowMs: minuteMs, ...state };
  }
}
