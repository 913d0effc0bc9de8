import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { Webhook, WebhookStatus } from './domain/webhook';
import { webhookMapping } from './webhook.mapping';
import { hearers } from './hearers.statements';

/** An event, and who hears of it. */
export interface Heard {
  webhookUid: string;
  eventUid: string;
}

@Injectable()
export class WebhooksRepository extends TenantRepository<Webhook> {
  constructor(persistence: Persistence) {
    super(persistence, webhookMapping, 'WebhookNotFound');
  }

  list(request: PageRequest, statuses: readonly WebhookStatus[] | undefined): Promise<Page<Webhook>> {
    return this.page(request, new Predicate().oneOf('t.status', statuses));
  }

  async count(): Promise<number> {
    const text = `select count(*)::int as count from webhook t where ${this.own}`;
    return (await this.ask<{ count: number }>(text))[0]?.count ?? 0;
  }

  /** All that any active webhook of the environment hears. */
  async heardPatterns(): Promise<string[]> {
    const text = `select distinct p.pattern from webhook t cross join lateral jsonb_array_elements_text(t.event_types) as p(pattern)
                   where ${this.own} and t.status = 'ACTIVE' order by 1`;
    return (await this.ask<{ pattern: string }>(text)).map(({ pattern }) => pattern);
  }

  /** Of each event the active webhooks that hear it. */
  hearersOf(events: readonly { uid: string; type: string }[]): Promise<Heard[]> {
    const asked = [events.map(({ uid }) => uid), events.map(({ type }) => type)];
    return this.ask<Heard & Record<string, unknown>>(hearers, asked);
  }
}
