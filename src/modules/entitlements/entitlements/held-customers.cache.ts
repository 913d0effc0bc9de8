import { getHeapStatistics } from 'node:v8';
import type { HeldCustomer } from './held-customer.record';

/** A quarter of what the process may have: the rest is for requests. */
const mostBytes = (): number => getHeapStatistics().heap_size_limit / 4;

/** Customers of an environment, by the id that is asked for and by the uid that changes name. */
class Shelf {
  readonly byId = new Map<string, HeldCustomer>();
  readonly byUid = new Map<string, HeldCustomer>();

  put(customer: HeldCustomer): void {
    this.byId.set(customer.id, customer);
    this.byUid.set(customer.uid, customer);
  }

  take(uid: string): HeldCustomer | undefined {
    const customer = this.byUid.get(uid);
    if (!customer) return undefined;
    this.byUid.delete(uid);
    this.byId.delete(customer.id);
    return customer;
  }
}

type Shelves = Map<string, Shelf>;

/**
 * Customers in memory, of all environments together at most so many bytes. They are forgotten in halves: who was neither asked about
 * nor changed since the newer half was begun goes together.
 */
export class HeldCustomers {
  private newer: Shelves = new Map();
  private older: Shelves = new Map();
  private newerBytes = 0;
  private olderBytes = 0;

  constructor(private readonly most = mostBytes()) {}

  /** By estimate. */
  get bytes(): number {
    return this.newerBytes + this.olderBytes;
  }

  get size(): number {
    return [this.newer, this.older].reduce(
      (sum, shelves) => [...shelves.values()].reduce((all, { byUid }) => all + byUid.size, sum),
      0,
    );
  }

  /** By its public id. */
  find(environmentId: string, id: string): HeldCustomer | undefined {
    const found = this.newer.get(environmentId)?.byId.get(id);
    if (found) return found;
    const old = this.older.get(environmentId)?.byId.get(id);
    if (old) this.put(environmentId, old);
    return old;
  }

  findByUid(environmentId: string, uid: string): HeldCustomer | undefined {
    return this.newer.get(environmentId)?.byUid.get(uid) ?? this.older.get(environmentId)?.byUid.get(uid);
  }

  /** In the place of what was held of this customer. */
  put(environmentId: string, customer: HeldCustomer): void {
    this.drop(environmentId, customer.uid);
    let shelf = this.newer.get(environmentId);
    if (!shelf) this.newer.set(environmentId, (shelf = new Shelf()));
    shelf.put(customer);
    this.newerBytes += customer.bytes;
    if (this.newerBytes < this.most / 2) return;
    [this.older, this.olderBytes] = [this.newer, this.newerBytes];
    [this.newer, this.newerBytes] = [new Map(), 0];
  }

  /** Changes a customer where it stands. */
  change(environmentId: string, uid: string, change: (customer: HeldCustomer) => void): void {
    const isNewer = this.newer.get(environmentId)?.byUid.has(uid);
    const customer = this.findByUid(environmentId, uid);
    if (!customer) return;
    const before = customer.bytes;
    change(customer);
    if (isNewer) this.newerBytes += customer.bytes - before;
    else this.olderBytes += customer.bytes - before;
  }

  drop(environmentId: string, uid: string): void {
    this.newerBytes -= this.newer.get(environmentId)?.take(uid)?.bytes ?? 0;
    this.olderBytes -= this.older.get(environmentId)?.take(uid)?.bytes ?? 0;
  }

  /** Of one environment. */
  dropAll(environmentId: string): void {
    for (const shelves of [this.newer, this.older]) {
      for (const uid of [...(shelves.get(environmentId)?.byUid.keys() ?? [])]) this.drop(environmentId, uid);
    }
  }

  clear(): void {
    [this.newer, this.older, this.newerBytes, this.olderBytes] = [new Map(), new Map(), 0, 0];
  }
}
