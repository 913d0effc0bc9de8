import { TenantEntity } from '#libs/kernel/tenant-entity';
import { nextAttemptAt } from './retry-plan';

export type DeliveryState = 'PENDING' | 'DELIVERED' | 'FAILED';

/** What became of one attempt. */
export interface AttemptOutcome {
  /** Of the answer; null where there was none. */
  status: number | null;
  /** Why it is no success; null for one. */
  error: string | null;
  retryAfter?: string;
  /** No further attempt could go better. */
  isFinal?: boolean;
}

/** One message for one webhook. Domain: access-and-events W3 */
export class WebhookDelivery extends TenantEntity {
  webhookUid: string;
  eventUid: string;
  type: string;
  state: DeliveryState;
  attempts: number;
  /** Of the next attempt, or by when a process that has it in hand is given up; null when it has ended. */
  dueAt: Date | null;
  /** Which turn of which process has it in hand. */
  lease: string | null;
  lastStatus: number | null;
  lastError: string | null;
  lastAttemptAt: Date | null;

  static of(webhookUid: string, event: { uid: string; type: string }, now: Date): WebhookDelivery {
    return WebhookDelivery.instantiate<WebhookDelivery>(
      WebhookDelivery,
      {
        ...{ webhookUid, eventUid: event.uid, type: event.type, state: 'PENDING', attempts: 0, dueAt: now },
        ...{ lease: null, lastStatus: null, lastError: null, lastAttemptAt: null },
      },
      now,
    );
  }

  /** An attempt has ended. @param random from 0 to 1 */
  note({ status, error, retryAfter, isFinal = false }: AttemptOutcome, now: Date, random: number): void {
    this.attempts += 1;
    this.lastStatus = status;
    this.lastError = error;
    this.lastAttemptAt = now;
    this.lease = null;
    const next =
      error === null || isFinal ? undefined : nextAttemptAt(this.attempts, now, retryAfter, random);
    this.state = error === null ? 'DELIVERED' : next ? 'PENDING' : 'FAILED';
    this.dueAt = next ?? null;
  }

  /** From the first attempt on, however it ended. What is on its way stays as it is. */
  again(now: Date): void {
    if (this.state === 'PENDING' && this.lease !== null && this.dueAt && this.dueAt > now) return;
    Object.assign(this, { state: 'PENDING', attempts: 0, dueAt: now, lease: null });
  }
}
