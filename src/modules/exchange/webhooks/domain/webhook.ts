import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { DomainError } from '#libs/kernel/errors/domain-error';

export type WebhookStatus = 'ACTIVE' | 'INACTIVE';

/** What a caller says of a webhook. */
export interface WebhookTerms {
  name: string;
  endpoint: string;
  eventTypes: string[];
  status: WebhookStatus;
}

/** Of one environment at most: each event is looked up against all of them. */
export const mostWebhooks = 100;

/** Without one success for so long a webhook is stopped. Domain: access-and-events W3 */
export const patienceMs = 5 * 24 * 3_600_000;

/** A receiver of events. Domain: access-and-events W1 */
export class Webhook extends AddressedEntity {
  id: string;
  name: string;
  endpoint: string;
  eventTypes: string[];
  status: WebhookStatus;
  /** It signs, so it must be read again: sealed. */
  sealedSecret: string;
  lastFour: string;
  /** The secret from before signs beside it until its end. */
  formerSealedSecret: string | null;
  formerEndsAt: Date | null;
  /** When the service made it inactive, because nothing had reached it for days. */
  stoppedAt: Date | null;

  /** @param seal what gives the sealed secret, knowing the key of the row */
  static create(terms: WebhookTerms, lastFour: string, seal: (uid: string) => string, now: Date): Webhook {
    const none = { formerSealedSecret: null, formerEndsAt: null, stoppedAt: null };
    const webhook = Webhook.instantiate<Webhook>(Webhook, { ...terms, lastFour, ...none }, now);
    return Object.assign(webhook, { id: webhook.uid, sealedSecret: seal(webhook.uid) });
  }

  get isActive(): boolean {
    return this.status === 'ACTIVE';
  }

  change(terms: Partial<WebhookTerms>): void {
    Object.assign(this, terms);
    if (this.isActive) this.stoppedAt = null;
  }

  /** By the service itself. */
  stop(now: Date): void {
    this.status = 'INACTIVE';
    this.stoppedAt = now;
  }

  /** The secrets that sign, the newest first. */
  sealedSecretsAt(now: Date): string[] {
    const { sealedSecret, formerSealedSecret } = this;
    return this.hasTwoSecretsAt(now) ? [sealedSecret, formerSealedSecret as string] : [sealedSecret];
  }

  hasTwoSecretsAt(now: Date): boolean {
    return this.formerEndsAt !== null && this.formerEndsAt > now;
  }

  /**
   * The new secret signs at once, the present one until its end. Domain: access-and-events W4
   * @param until not after now: all from before end at once
   * @throws IntegrityViolation while two sign already
   */
  rotate(sealed: string, lastFour: string, until: Date, now: Date): void {
    const endsNow = until <= now;
    if (!endsNow && this.hasTwoSecretsAt(now))
      throw new DomainError(
        'IntegrityViolation',
        `two secrets sign until ${this.formerEndsAt?.toISOString()}; rotate after that, or send graceHours: 0 to end both now`,
      );
    this.formerSealedSecret = endsNow ? null : this.sealedSecret;
    this.formerEndsAt = endsNow ? null : until;
    this.sealedSecret = sealed;
    this.lastFour = lastFour;
  }

  /** The same secrets under another key. @param anew undefined where it stays @returns whether any was sealed anew */
  reseal(anew: (sealed: string) => string | undefined): boolean {
    const secret = anew(this.sealedSecret);
    const former = this.formerSealedSecret === null ? undefined : anew(this.formerSealedSecret);
    this.sealedSecret = secret ?? this.sealedSecret;
    this.formerSealedSecret = former ?? this.formerSealedSecret;
    return secret !== undefined || former !== undefined;
  }
}

/** Where a sealed secret belongs: elsewhere it does not open. */
export const sealedPlace = (environmentId: string, uid: string): string =>
  `webhook secret ${environmentId} ${uid}`;

/** @throws IntegrityViolation */
export function requireRoom(count: number): void {
  if (count < mostWebhooks) return;
  throw new DomainError(
    'IntegrityViolation',
    `an environment has ${mostWebhooks} webhooks at most; delete one that is not needed first`,
  );
}

/** Has it been given up hope of? @param failingSince since when nothing has reached it; null: the last attempt did */
export const isGivenUp = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= patienceMs;
