import type { ProvenCustomer } from '#libs/credentials/customer-token';
import type { MessageSink } from '#libs/use-cases/message-stream';

/** One open stream. */
export interface Listener {
  readonly environmentId: string;
  /** By which it was opened; when it ends, so does the stream. */
  readonly keyUid: string;
  /** Which of the secrets of the key; it ends with that one too. */
  readonly secretNo: number;
  /** Ids; null: everybody. */
  readonly customers: readonly string[] | null;
  /** In whose name a publishable key opened it: it ends with what proved that. */
  readonly customer?: ProvenCustomer | undefined;
  readonly sink: MessageSink;
  /** A number of its own, by which signs of life are spread. */
  readonly part: number;
  /** While it is told what comes: not yet while it catches up. */
  isListening?: boolean;
  /** Set when it is over. */
  isOver?: true;
}

/** Those of one environment, by whom they listen for. */
export class Listeners {
  private readonly toAll = new Set<Listener>();
  private readonly byCustomer = new Map<string, Set<Listener>>();
  private readonly every = new Set<Listener>();

  get size(): number {
    return this.every.size;
  }

  all(): Iterable<Listener> {
    return this.every;
  }

  add(listener: Listener): void {
    listener.isListening = true;
    this.every.add(listener);
    if (listener.customers === null) this.toAll.add(listener);
    for (const id of listener.customers ?? []) {
      const those = this.byCustomer.get(id) ?? new Set();
      this.byCustomer.set(id, those.add(listener));
    }
  }

  remove(listener: Listener): void {
    this.every.delete(listener);
    this.toAll.delete(listener);
    for (const id of listener.customers ?? []) {
      const those = this.byCustomer.get(id);
      those?.delete(listener);
      if (those?.size === 0) this.byCustomer.delete(id);
    }
  }

  /** @param customerId null: what concerns all */
  *of(customerId: string | null): Iterable<Listener> {
    yield* customerId === null ? this.every : this.toAll;
    if (customerId !== null) yield* this.byCustomer.get(customerId) ?? [];
  }

  wants(customerId: string | null): boolean {
    return customerId === null || this.toAll.size > 0 || this.byCustomer.has(customerId);
  }
}
