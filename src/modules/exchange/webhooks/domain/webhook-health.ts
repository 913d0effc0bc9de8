import { TenantEntity } from '#libs/kernel/tenant-entity';

/** How it goes with a webhook: a row beside it, under the same key, because each attempt may write it and none changes the webhook. */
export class WebhookHealth extends TenantEntity {
  /** Since when nothing has reached it; null: the last attempt did. */
  failingSince: Date | null;
  /** To the minute. */
  lastSuccessAt: Date | null;
}
