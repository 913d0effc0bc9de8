import { getHeapStatistics } from 'node:v8';
import { Loads } from './loads';

/** What is held of one customer. */
export interface Held {
  /** By which callers ask. */
  readonly id: string;
  /** By which changes name it. */
  readonly uid: string;
  /** By estimate. */
  readonly bytes: number;
}

/** @param share of what the process may have: the rest is for requests, and for what else is held */
export const shareOfHeap = (share: number): number => getHeapStatistics().heap_size_limit * share;

/** Customers of an environment. */
class Shelf<C extends Held> {
  readonly byId = new Map<string, C>();
  readonly byUid = new Map<string, C>();

  put(customer: C): void {
    this.byId.set(customer.id, customer);
    this.byUid.set(customer.uid, customer);
  }

  take(uid: string): C | undefined {
    const customer = this.byUid.get(uid);
    if (!customer) return undefined;
    this.byUid.delete(uid);
    this.byId.delete(customer.id);
    return customer;
  }
}

type Shelves<C extends Held> = Map<string, Shelf<C>>;

/**
 * Customers in memory, of all environments together at most so many bytes. They are forgotten in halves: who was neither asked about
 * nor changed since the newer half was begun goes together. Reads that are out are told what is dropped meanwhile.
 */
export class HeldCustomers<C extends Held> {
  /** Reads of what is to be held. */
  readonly loads = new Loads();
  private newer: Shelves<C> = new Map();
  private older: Shelves<C> = new Map();
  private newerBytes = 0;
  private olderBytes = 0;

  /** @param most bytes */
  constructor(private readonly most: number) {}

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
  find(environmentId: string, id: string): C | undefined {
    const found = this.newer.get(environmentId)?.byId.get(id);
    if (found) return found;
    const old = this.older.get(environmentId)?.byId.get(id);
    if (old) this.put(environmentId, old);
    return old;
  }

  findByUid(environmentId: string, uid: string): C | undefined {
    return this.newer.get(environmentId)?.byUid.get(uid) ?? this.older.get(environmentId)?.byUid.get(uid);
  }

  /** In the place of what was held of this customer. */
  put(environmentId: string, customer: C): void {
    this.take(environmentId, customer.uid);
    let shelf = this.newer.get(environmentId);
    if (!shelf) this.newer.set(environmentId, (shelf = new Shelf<C>()));
    shelf.put(customer);
    this.newerBytes += customer.bytes;
    if (this.newerBytes < this.most / 2) return;
    [this.older, this.olderBytes] = [this.newer, this.newerBytes];
    [this.newer, this.newerBytes] = [new Map(), 0];
  }

  /** Changes a customer where it stands. */
  change(environmentId: string, uid: string, change: (customer: C) => void): void {
    const isNewer = this.newer.get(environmentId)?.byUid.has(uid);
    const customer = this.findByUid(environmentId, uid);
    if (!customer) return;
    const before = customer.bytes;
    change(customer);
    if (isNewer) this.newerBytes += customer.bytes - before;
    else this.olderBytes += customer.bytes - before;
  }

  /**
   * What a group of this process has left of a customer.
   * @param isHeld whether the group may be held: else somebody may have written after it, and what a poll told is newer
   * @param change returns whether all is known: else a write before this one was not told
   */
  follow(environmentId: string, uid: string, isHeld: boolean, change: (customer: C) => boolean): void {
    this.loads.changed(uid);
    let isKnown = isHeld;
    if (isHeld) this.change(environmentId, uid, (customer) => (isKnown = change(customer)));
    if (!isKnown) this.drop(environmentId, uid);
  }

  /** What is held of these customers is out of date; none named: of anybody in the environment. */
  dropEach(environmentId: string, uids: readonly string[]): void {
    if (uids.length === 0) this.dropAll(environmentId);
    for (const uid of uids) this.drop(environmentId, uid);
  }

  drop(environmentId: string, uid: string): void {
    this.take(environmentId, uid);
    this.loads.changed(uid);
  }

  /** Of one environment. */
  dropAll(environmentId: string): void {
    for (const shelves of [this.newer, this.older]) {
      for (const uid of [...(shelves.get(environmentId)?.byUid.keys() ?? [])]) this.take(environmentId, uid);
    }
    this.loads.lost();
  }

  clear(): void {
    [this.newer, this.older, this.newerBytes, this.olderBytes] = [new Map(), new Map(), 0, 0];
    this.loads.lost();
  }

  private take(environmentId: string, uid: string): void {
    this.newerBytes -= this.newer.get(environmentId)?.take(uid)?.bytes ?? 0;
    this.olderBytes -= this.older.get(environmentId)?.take(uid)?.bytes ?? 0;
  }
}
