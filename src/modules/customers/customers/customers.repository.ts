import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
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
