import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { WebhookHealth } from './domain/webhook-health';
import { webhookHealthMapping } from './webhook.mapping';

// Nothing is written where nothing is new: most attempts are as good or as bad as the one before.
const note = `insert into webhook_health as t (environment_id, uid, failing_since, last_success_at, created_at, updated_at)
              values ($1, $2, case when $3 then null else $4::timestamptz end, case when $3 then $4::timestamptz end, $4, $4)
              on conflict on constraint pk_webhook_health do update
                 set failing_since = excluded.failing_since, updated_at = excluded.updated_at,
                     last_success_at = coalesce(excluded.last_success_at, t.last_success_at)
               where case when $3 then t.failing_since is not null or t.last_success_at is null
                                    or t.last_success_at < $4::timestamptz - interval '1 minute'
                          else t.failing_since is null end`;

@Injectable()
export class WebhookHealths extends TenantTable<WebhookHealth> {
  constructor(persistence: Persistence) {
    super(persistence, webhookHealthMapping);
  }

  /** @param webhookUid key of both */
  async note(webhookUid: string, isSuccess: boolean, now: Date): Promise<void> {
    await this.ask(note, [webhookUid, isSuccess, now]);
  }

  /** It is trusted anew, as long as one that has just been made. */
  async forget(webhookUid: string): Promise<void> {
    await this.removeWhere('t.uid = $2', [webhookUid]);
  }
}
