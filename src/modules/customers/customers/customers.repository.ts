import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { isLockTimeout } from '#libs/persistence/pg-errors';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import { customerMapping } from './customer.mapping';
import type { Customer, CustomerStatus } from './domain/customer';

export interface CustomerFilter {
  email?: string;
  name?: string;
  createdAt?: InstantRange;
  status: readonly CustomerStatus[];
}

@Injectable()
export class CustomersRepository extends TenantRepository<Customer> {
  constructor(persistence: Persistence) {
    super(persistence, customerMapping, 'CustomerNotFound');
  }

  list(request: PageRequest, { email, name, createdAt, status }: CustomerFilter): Promise<Page<Customer>> {
    const filter = new Predicate()
      .equals('t.email', email)
      .equals('t.name', name)
      .within('t.created_at', createdAt);
    if (!status.includes('ARCHIVED')) filter.holds('t.archived_at is null');
    if (!status.includes('ACTIVE')) filter.holds('t.archived_at is not null');
    return this.page(request, filter);
  }

  async isAnyLinkedTo(integrationId: string): Promise<boolean> {
    const text = `select from customer t where ${this.own} and t.integrations @> $2::jsonb limit 1`;
    return (await this.ask(text, [JSON.stringify([{ id: integrationId }])])).length > 0;
  }

  async lockUnlessHeld(ids: readonly string[]): Promise<Map<string, Customer>> {
    const held = await this.where('t.id = any($2) for no key update skip locked', [ids]);
    return new Map(held.map((customer) => [customer.id, customer]));
  }

  /**
   * All of these that there are, in the order of their keys: who locks many waits for nobody who waits for it. The lock keeps out whom
   * `lockOrThrow` keeps out.
   * @returns by their ids; `isWhole` is false where some are left out whom another holds for too long
   */
  async lockAll(ids: readonly string[]): Promise<{ locked: Map<string, Customer>; isWhole: boolean }> {
    const lock = (how: string) => this.where(`t.id = any($2) order by t.uid for no key update${how}`, [ids]);
    const { found, isWhole } = await this.lockedBy(lock);
    return { locked: new Map(found.map((customer) => [customer.id, customer])), isWhole };
  }

  /**
   * Some of those that are locked, as `lockAloneOrThrow` does it.
   * @returns the keys of all but those whom another refers to for too long
   */
  async lockAllAlone(uids: readonly string[]): Promise<Set<string>> {
    const text = (how: string) => `select t.uid from customer t
                   where ${this.own} and t.uid = any($2) order by t.uid for update${how}`;
    const { found } = await this.lockedBy((how) => this.ask<{ uid: string }>(text(how), [uids]));
    return new Set(found.map(({ uid }) => uid));
  }

  /** @returns those that are there now; who has made another one of the same id meanwhile was first */
  async insertNew(customers: readonly Customer[]): Promise<Customer[]> {
    for (const customer of customers) customer.revision = 1;
    if ((await this.insertRows(customers, 'uq_customer_id')) === customers.length) return [...customers];
    const there = await this.findByUids(customers.map(({ uid }) => uid));
    return customers.filter(({ uid }) => there.has(uid));
  }

  /** How new what is known of them is. It is no state that callers are told. */
  async noteImported(customers: readonly Customer[]): Promise<void> {
    if (customers.length === 0) return;
    const text = `update customer t set imported_as_of = r.as_of from unnest($2::uuid[], $3::timestamptz[]) as r(uid, as_of)
                   where ${this.own} and t.uid = r.uid`;
    const columns = [customers.map(({ uid }) => uid), customers.map(({ importedAsOf }) => importedAsOf)];
    await this.ask(text, columns);
  }

  /** Waits for all of them once, and then for none. */
  private async lockedBy<T>(lock: (how: string) => Promise<T[]>): Promise<{ found: T[]; isWhole: boolean }> {
    try {
      return { found: await this.persistence.unitOfWork.apart(() => lock('')), isWhole: true };
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      return { found: await lock(' skip locked'), isWhole: false };
    }
  }

  /** For a change that nobody may build on meanwhile: waits until no other holds the customer, and makes them wait. */
  async lockAloneOrThrow(id: string): Promise<Customer> {
    const customer = await this.lockOrThrow(id);
    const text = `select from customer t where ${this.own} and t.uid = $2 for update`;
    await this.ask(text, [customer.uid]);
    return customer;
  }

  /**
   * As foreign keys do it: together with others and with plain changes, also where these link customers to each other; not with
   * `lockAloneOrThrow`.
   */
  async holdOrThrow(id: string): Promise<Customer> {
    const [held] = await this.where('t.id = $2 for key share', [id]);
    if (!held) throw this.unknown(id);
    return held;
  }
}
