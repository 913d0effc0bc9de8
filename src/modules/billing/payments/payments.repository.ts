import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { Payment } from './domain/payment';
import { paymentMapping } from './payment.mapping';

@Injectable()
export class PaymentsRepository extends TenantTable<Payment> {
  protected override readonly listedBy = 'uid';

  constructor(persistence: Persistence) {
    super(persistence, paymentMapping);
  }

  /** Of an invoice: the one that is not settled yet. Who holds the invoice knows that no other begins. */
  async onItsWay(invoiceUid: string): Promise<Payment | undefined> {
    const text = `t.invoice_uid = $2 and t.settled_at is null and t.state <> 'RETURNING'`;
    return (await this.where(text, [invoiceUid]))[0];
  }

  /** That the same request has begun before. */
  async begunBy(invoiceUid: string, requestKey: string): Promise<Payment | undefined> {
    return (await this.where('t.invoice_uid = $2 and t.request_key = $3', [invoiceUid, requestKey]))[0];
  }

  /** What the same request has begun to buy since then and not given up, the last of it. */
  async purchaseBegunBy(kind: string, requestKey: string, since: Date): Promise<Payment | undefined> {
    const isIts = `t.request_key = $2 and t.purchase is not null and t.purchase->>'kind' = $3`;
    const text = `${isIts} and t.created_at > $4 and not t.is_given_up order by t.uid desc limit 1`;
    return (await this.where(text, [requestKey, kind, since]))[0];
  }

  /** Is something being bought that the provider was not asked for, or that is not carried out? Who holds the customer knows that none begins. */
  async isBuying(customerUid: string): Promise<boolean> {
    const text = `select from payment t
                   where ${this.own} and t.customer_uid = $2 and t.purchase is not null and t.invoice_uid is null
                     and t.settled_at is null and t.method_ref is not null and t.state in ('DUE', 'COLLECTED') limit 1`;
    return (await this.ask(text, [customerUid])).length > 0;
  }

  /** Any of those that are asked of it still. */
  async isAnyAskedOf(integrationId: string): Promise<boolean> {
    const text = `select from payment t where ${this.own} and t.due_at is not null and t.settled_at is null and t.integration_id = $2 limit 1`;
    return (await this.ask(text, [integrationId])).length > 0;
  }

  /** Those of a customer that failed are followed by others now. */
  async hasten(customerUid: string, now: Date): Promise<void> {
    const text = `update payment t set due_at = $3, updated_at = $3
                   where ${this.own} and t.customer_uid = $2 and t.settled_at is not null and t.due_at > $3`;
    await this.ask(text, [customerUid, now]);
  }

  /** The one that began last of each invoice. */
  async latestOf(invoiceUids: readonly string[]): Promise<Map<string, Payment>> {
    const found = await this.where('t.invoice_uid = any($2) order by t.uid', [invoiceUids]);
    return new Map(found.map((payment) => [payment.invoiceUid as string, payment]));
  }

  async lock(uid: string): Promise<Payment | undefined> {
    return (await this.where('t.uid = $2 for no key update', [uid]))[0];
  }

  async getByUid(uid: string): Promise<Payment> {
    const payment = (await this.findByUids([uid])).get(uid);
    if (!payment) throw new Error(`Payment ${uid} is gone`);
    return payment;
  }

  /** Newest first. @throws BadUserInput for a cursor that names nothing in this environment */
  ofInvoice(invoiceUid: string, request: PageRequest): Promise<Page<Payment>> {
    return this.pageByKey(request, new Predicate().equals('t.invoice_uid', invoiceUid));
  }
}
