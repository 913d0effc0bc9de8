/**
 * A map of at most so many entries. It forgets in halves: what was neither written nor read since the newer half was begun goes
 * together. One by one, a full map would look past all that it forgot before for the entry that is the oldest.
 */
export class BoundedMap<K, V> {
  private newer = new Map<K, V>();
  private older = new Map<K, V>();
  private readonly half: number;

  /** @param most an even number of entries */
  constructor(most: number) {
    this.half = most / 2;
  }

  get size(): number {
    return this.newer.size + this.older.size;
  }

  get(key: K): V | undefined {
    const value = this.newer.get(key);
    if (value !== undefined) return value;
    const old = this.older.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    this.older.delete(key);
    this.newer.set(key, value);
    if (this.newer.size < this.half) return;
    this.older = this.newer;
    this.newer = new Map();
  }

  delete(key: K): void {
    this.newer.delete(key);
    this.older.delete(key);
  }
}
