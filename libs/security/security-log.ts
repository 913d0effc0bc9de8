import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { currentContext, type Door, type Origin } from '#libs/context/request-context';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { LineBudget } from './line-budget';

/** Refusals that an operator looks for; the names are promised in SECURITY.md. */
const refusals: Partial<Record<ErrorCode, string>> = {
  Unauthenticated: 'credential.failed',
  AccessDeniedError: 'access.denied',
  RequiredSsoAuthenticationError: 'access.denied',
  IdentityForbidden: 'permission.refused',
  RateLimitExceeded: 'limit.hit',
};

const keyEvents = {
  created: { message: 'API key made', as: 'made' },
  updated: { message: 'API key changed', as: 'changed' },
  scope_updated: { message: 'scopes of an API key changed', as: 'changed' },
  rotated: { message: 'API key given another secret', as: 'changed' },
  grace_updated: { message: 'grace of an API key changed', as: 'changed' },
  revoked: { message: 'API key revoked', as: 'ended' },
} as const;

/** What can become of an API key, as its events end. */
export type KeyEvent = keyof typeof keyEvents;

const linesPerSource = 10;
const linesPerEvent = 600;
const flushMs = 60_000;

interface Caller extends Partial<Origin> {
  actorKind?: string;
  actor?: string;
  accountId?: string;
  environmentId?: string;
  /** In whose name a publishable key speaks. */
  customerId?: string;
  door?: Door;
}

/** An API key as an operator knows it; never its secret. */
export interface LoggedKey {
  id: string;
  displayName: string;
  kind: string;
  lastFour: string;
  scopes: readonly string[];
  /** Of the secret from before. */
  previousEndsAt?: Date | null;
}

/** A secret of customer tokens, by its last characters. */
export interface LoggedSecret {
  id: string;
  lastFour: string;
  endsAt: Date | null;
}

/**
 * What concerns the guarding of the service, in the log: who, what, where, in which request, under a stable `event`. At a
 * bounded rate, since whoever is refused can ask as often as he likes. Source: security.md, ASVS 16.3
 */
@Injectable()
export class SecurityLog implements OnApplicationShutdown {
  private readonly budget = new LineBudget(linesPerSource, linesPerEvent);
  private flushing: NodeJS.Timeout | undefined;

  constructor(@Inject(APP_LOGGER) private readonly logger: Logger) {}

  /**
   * An error that a caller was answered with; most are nobody's concern.
   * @param field the path of the refused field of a GraphQL request
   */
  refused(error: unknown, field?: string): void {
    if (!(error instanceof DomainError)) return;
    const event = refusals[error.code];
    if (event === undefined) return;
    if (this.budget.isOver) this.flush();
    const caller = whoAndWhere();
    const { actor, address = 'unknown' } = caller;
    if (!this.budget.admits(event, actor ?? address)) return this.flushLater();
    this.logger.warn({ event, ...caller, ...(field && { field }), reason: error.message }, 'refused');
  }

  /** What has become of a key, once it is durable. */
  keyChanged(event: KeyEvent, key: LoggedKey): void {
    const { message, as } = keyEvents[event];
    this.logger.info({ event: `api_key.${event}`, ...whoAndWhere(), [as]: factsOf(key) }, message);
  }

  customerTokenSecretCreated(secret: LoggedSecret): void {
    this.logger.info(
      { event: 'customer_token_secret.created', ...whoAndWhere(), made: secretFactsOf(secret) },
      'secret of customer tokens made',
    );
  }

  /** Or it will be, at its `endsAt`. */
  customerTokenSecretEnded(secret: LoggedSecret): void {
    this.logger.info(
      { event: 'customer_token_secret.ended', ...whoAndWhere(), ended: secretFactsOf(secret) },
      'secret of customer tokens ended',
    );
  }

  onApplicationShutdown(): void {
    this.flush();
  }

  /** A flood that stops is told too. */
  private flushLater(): void {
    this.flushing ??= setTimeout(() => this.flush(), flushMs).unref();
  }

  /** What was left out is told, and every source may be told of anew. */
  flush(): void {
    clearTimeout(this.flushing);
    this.flushing = undefined;
    for (const { event, count, most } of this.budget.close()) {
      this.logger.warn({ event, leftOut: count, most }, 'refused: further lines of the last minute left out');
    }
  }
}

const factsOf = ({ id, displayName, kind, lastFour, scopes, previousEndsAt }: LoggedKey) => ({
  id,
  displayName,
  kind,
  lastFour,
  scopes,
  ...(previousEndsAt && { previousEndsAt }),
});

const secretFactsOf = ({ id, lastFour, endsAt }: LoggedSecret) => ({ id, lastFour, endsAt });

function whoAndWhere(): Caller {
  const { principal, origin, door } = currentContext() ?? {};
  if (!principal) return { door, ...origin };
  const { kind: actorKind, actor, accountId, environmentId, customer } = principal;
  const inTheName = customer && { customerId: customer.id };
  return { actorKind, actor, accountId, environmentId, ...inTheName, door, ...origin };
}
