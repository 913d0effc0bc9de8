import { Injectable } from '@nestjs/common';
import { badInput } from '#libs/kernel/errors/domain-error';
import { isUid } from '#libs/kernel/ids';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { Invoice, InvoiceCollection, InvoiceState } from './domain/invoice';
import { invoiceMapping } from './invoice.mapping';

export interface InvoiceFilter {
  customerUid: string;
  contractExternalId?: string;
  stateIn?: readonly InvoiceState[];
  issued: InstantRange;
}

export interface InvoiceSorting {
  orderBy: keyof typeof columns;
  orderDir: 'ASC' | 'DESC';
}

const columns = { issueDate: 'issue_date', dueDate: 'due_date', total: 'total' } as const;

/** It has looked for what came late: all of contracts, of subscriptions those that bill usage. */
const looked = `(t.kind is null or t.carries_usage or t.kind = 'MANUAL')`;

@Injectable()
export class InvoicesRepository extends TenantRepository<Invoice> {
  constructor(persistence: Persistence) {
    super(persistence, invoiceMapping, 'InvoiceNotFound');
  }

  /** Those that are drafts still and that nobody holds; nobody is waited for. In the order of their issue. */
  takeDrafts(uids: readonly string[]): Promise<Invoice[]> {
    const drafts = `t.uid = any($2) and t.state = 'DRAFT' order by t.issue_date, t.uid`;
    return this.where(`${drafts} for no key update skip locked`, [uids]);
  }

  /** One that was sent, by id or number. @throws InvoiceNotFound, BadUserInput for a number that two of them have */
  async sentOrThrow(customerUid: string, ref: string): Promise<Invoice> {
    return this.only(ref, await this.byRef(`t.state <> 'DRAFT'`, customerUid, ref));
  }

  /** The same, drafts too, locked for writing. @throws as `sentOrThrow` */
  async holdOrThrow(customerUid: string, ref: string): Promise<Invoice> {
    return this.held(this.only(ref, await this.byRef('true for no key update', customerUid, ref)));
  }

  async getOrThrowByUid(uid: string): Promise<Invoice> {
    return this.only(uid, await this.where('t.uid = $2', [uid]));
  }

  async lockOrThrowByUid(uid: string): Promise<Invoice> {
    return this.only(uid, await this.where('t.uid = $2 for no key update', [uid]));
  }

  /** Those that were sent. @throws BadUserInput for a cursor that names nothing in this environment */
  list(
    request: PageRequest,
    filter: InvoiceFilter,
    { orderBy, orderDir }: InvoiceSorting,
  ): Promise<Page<Invoice>> {
    const predicate = new Predicate()
      .equals('t.customer_uid', filter.customerUid)
      .holds(`t.state <> 'DRAFT'`)
      .equals('t.contract_external_id', filter.contractExternalId)
      .oneOf('t.state', filter.stateIn)
      .within('t.issue_date', filter.issued);
    const direction = orderDir === 'ASC' ? 'asc' : 'desc';
    return this.pageByKey(request, predicate, { column: columns[orderBy], direction });
  }

  /** What comes to nothing is no purchase. */
  async hasPaid(customerUid: string): Promise<boolean> {
    const text = `select from invoice t
                   where ${this.own} and t.customer_uid = $2 and t.state <> 'DRAFT' and t.paid_at is not null and t.total > 0
                   limit 1`;
    return (await this.ask(text, [customerUid])).length > 0;
  }

  /** By issue date; drafts too. */
  ofContract(contractUid: string): Promise<Invoice[]> {
    return this.where('t.contract_uid = $2 order by t.issue_date, t.uid', [contractUid]);
  }

  /** Waits for who is finalizing one of them; what was sent by then stays. @param after those that are issued later; null is all */
  async removeDrafts(contractUid: string, after: Date | null = null): Promise<void> {
    const text = `delete from invoice t where ${this.own} and t.contract_uid = $2 and t.state = 'DRAFT'
                     and t.issue_date > coalesce($3::timestamptz, '-infinity')`;
    await this.ask(text, [contractUid, after]);
  }

  /** Of periods that begin after this day. Those that have begun are waited for, as whoever finalizes one of them may be sending it. */
  async removeDraftsToCome(contractUid: string, day: Date): Promise<void> {
    const drafts = `${this.own} and t.contract_uid = $2 and t.state = 'DRAFT'`;
    await this.ask(`select from invoice t where ${drafts} order by t.uid for no key update`, [contractUid]);
    await this.ask(`delete from invoice t where ${drafts} and t.period_start > $3`, [contractUid, day]);
  }

  /** What was sent by then bears what it was sent with. */
  async orderDraftsBy(contractUid: string, purchaseOrder: string | null): Promise<void> {
    const text = `update invoice t set purchase_order = $3
                   where ${this.own} and t.contract_uid = $2 and t.state = 'DRAFT'`;
    await this.ask(text, [contractUid, purchaseOrder]);
  }

  async hasSent(contractUid: string): Promise<boolean> {
    const text = `select from invoice t where ${this.own} and t.contract_uid = $2 and t.state <> 'DRAFT' limit 1`;
    return (await this.ask(text, [contractUid])).length > 0;
  }

  /** The one issued last of each contract or subscription. */
  latestOf(billedUids: readonly string[]): Promise<Map<string, Invoice>> {
    return this.firstOfEach(billedUids, `t.state <> 'DRAFT'`, 'desc');
  }

  /** Of a subscription: what is held for its next document. */
  async openDraftOf(billedUid: string): Promise<Invoice | undefined> {
    const open = `t.contract_uid = $2 and t.state = 'DRAFT' and t.kind is not null and t.closes_at is null`;
    return (await this.where(`${open} for no key update`, [billedUid]))[0];
  }

  /** Those with an invoice that is to be paid, with what collecting it has come to. */
  owedBy(
    billedUids: readonly string[],
  ): Promise<{ billedUid: string; collection: InvoiceCollection | null }[]> {
    const text = `select distinct t.contract_uid as "billedUid", t.collection from invoice t
                   where ${this.own} and t.contract_uid = any($2) and t.state = 'OPEN'
                     and t.total > greatest(t.balance_applied, t.credited)`;
    return this.ask(text, [billedUids]);
  }

  /** What is told of it as an invoice stays the same. */
  async noteCollection(uid: string, collection: InvoiceCollection): Promise<void> {
    const text = `update invoice t set collection = $3 where ${this.own} and t.uid = $2`;
    await this.ask(text, [uid, collection]);
  }

  /** The latest one that was sent, held. */
  async holdLatestOf(billedUid: string): Promise<Invoice | undefined> {
    const sent = `t.contract_uid = $2 and t.state <> 'DRAFT' order by t.issue_date desc, t.uid desc limit 1`;
    return (await this.where(`${sent} for no key update`, [billedUid]))[0];
  }

  /** Those that are to be paid, held. */
  async holdOpenOf(billedUid: string): Promise<Invoice[]> {
    return this.where(`t.contract_uid = $2 and t.state = 'OPEN' order by t.uid for no key update`, [
      billedUid,
    ]);
  }

  /** The one to be issued next of each contract. */
  nextOf(billedUids: readonly string[]): Promise<Map<string, Invoice>> {
    return this.firstOfEach(billedUids, `t.state = 'DRAFT'`, 'asc');
  }

  /**
   * The invoices of these contracts and subscriptions whose usage may have changed since their last one was sent, by uid whose it is: it was issued
   * for a period of the last `days` before that, or is one that had not given all back then. Domain: entitlements-usage A13
   */
  async withOpenUsage(billedUids: readonly string[], days: number): Promise<Map<string, string>> {
    const text = `select i.uid, i.contract_uid as "billedUid"
                    from unnest($2::uuid[]) c(uid) cross join lateral (
                      select t.finalized_at, t.owed_from from invoice t
                       where ${this.own} and t.contract_uid = c.uid and t.state <> 'DRAFT' and ${looked}
                       order by t.issue_date desc, t.uid desc limit 1) l
                    join invoice i on i.environment_id = $1 and i.contract_uid = c.uid and i.state <> 'DRAFT'
                      and i.carries_usage
                      and i.issue_date >= least(l.finalized_at - make_interval(days => $3), l.owed_from)`;
    const found = await this.ask<{ uid: string; billedUid: string }>(text, [billedUids, days]);
    return new Map(found.map(({ uid, billedUid }) => [uid, billedUid]));
  }

  /** One look into an index each, however many invoices it has. */
  private async firstOfEach(
    billedUids: readonly string[],
    condition: string,
    order: 'asc' | 'desc',
  ): Promise<Map<string, Invoice>> {
    const text = `select f.* from unnest($2::uuid[]) c(uid) cross join lateral (
                    select ${this.rows.columnList} from invoice t
                     where ${this.own} and t.contract_uid = c.uid and ${condition}
                     order by t.issue_date ${order}, t.uid ${order} limit 1) f`;
    const found = (await this.ask(text, [billedUids])).map((row) => this.rows.read(row));
    return new Map(found.map((invoice) => [invoice.billedUid, invoice]));
  }

  /** Two legal entities may have given one customer the same number. */
  private only(ref: string, [invoice, other]: Invoice[]): Invoice {
    if (!invoice) throw this.unknown(ref);
    if (other)
      throw badInput(`invoiceRef: two legal entities have issued a ${ref}; send the id of the invoice`);
    return invoice;
  }

  private byRef(condition: string, customerUid: string, ref: string): Promise<Invoice[]> {
    const column = isUid(ref) ? 'uid' : 'number';
    return this.where(`t.customer_uid = $2 and t.${column} = $3 and ${condition}`, [customerUid, ref]);
  }
}
