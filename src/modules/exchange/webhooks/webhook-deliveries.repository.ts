import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { isUid } from '#libs/kernel/ids';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { DeliveryState, WebhookDelivery } from './domain/webhook-delivery';
import { webhookDeliveryMapping } from './webhook.mapping';

export interface DeliveryFilter {
  states?: readonly DeliveryState[];
  types?: readonly string[];
}

@Injectable()
export class WebhookDeliveriesRepository extends TenantTable<WebhookDelivery> {
  protected override readonly listedBy = 'uid';

  constructor(persistence: Persistence) {
    super(persistence, webhookDeliveryMapping);
  }

  list(
    request: PageRequest,
    webhookUid: string,
    { states, types }: DeliveryFilter,
  ): Promise<Page<WebhookDelivery>> {
    const filter = new Predicate()
      .equals('t.webhook_uid', webhookUid)
      .oneOf('t.state', states)
      .oneOf('t.type', types);
    return this.pageByKey(request, filter);
  }

  /** @throws WebhookDeliveryNotFound */
  async lockOrThrow(webhookUid: string, id: string): Promise<WebhookDelivery> {
    const [delivery] = isUid(id)
      ? await this.where('t.uid = $2 and t.webhook_uid = $3 for no key update', [id, webhookUid])
      : [];
    if (!delivery) throw new DomainError('WebhookDeliveryNotFound', `Delivery ${id} was not found`);
    return delivery;
  }

  async lockOf(webhookUid: string, eventUid: string): Promise<WebhookDelivery | undefined> {
    const condition = 't.webhook_uid = $2 and t.event_uid = $3 for no key update';
    return (await this.where(condition, [webhookUid, eventUid]))[0];
  }

  /** What a webhook is sent already stays as it is. */
  async begin(deliveries: readonly WebhookDelivery[]): Promise<void> {
    await this.insertRows(deliveries, 'uq_webhook_delivery_event');
  }

  /** Unless it is in other hands by now. @param lease under which the attempt was made @returns whether it was ours */
  async settle(delivery: WebhookDelivery, lease: string): Promise<boolean> {
    const { uid, state, attempts, dueAt, lastStatus, lastError, lastAttemptAt } = delivery;
    const text = `update webhook_delivery t set state = $4, attempts = $5, due_at = $6, lease = null, last_status = $7,
                         last_error = $8, last_attempt_at = $9, updated_at = $9
                   where ${this.own} and t.uid = $2 and t.lease = $3 returning t.uid`;
    const values = [uid, lease, state, attempts, dueAt, lastStatus, lastError, lastAttemptAt];
    return (await this.ask(text, values)).length > 0;
  }

  /** It is tried by anybody at once. */
  async giveBack(uid: string, lease: string, now: Date): Promise<void> {
    const text = `update webhook_delivery t set lease = null, due_at = $4 where ${this.own} and t.uid = $2 and t.lease = $3`;
    await this.ask(text, [uid, lease, now]);
  }
}
