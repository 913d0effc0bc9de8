import type { KeyFacts } from './identity.reader';

const maxAgeMs = 5000;
const maxEntries = 10_000;

/**
 * Keys that were looked up lately. An entry lives five seconds at most and is dropped when its revocation is heard; while
 * nothing can be heard, nothing is kept. Domain: access-and-events Y6.
 */
export class KeyCache {
  private readonly entries = new Map<string, { facts: KeyFacts; readAt: number }>();
  private isListening = false;

  find(digest: string): KeyFacts | undefined {
    const entry = this.entries.get(digest);
    if (!entry) return undefined;
    if (performance.now() - entry.readAt < maxAgeMs) return entry.facts;
    this.entries.delete(digest);
    return undefined;
  }

  /** @param startedAt when the look-up began: what was revoked meanwhile must not come back */
  keep(digest: string, facts: KeyFacts, startedAt: number): void {
    if (!this.isListening || startedAt < this.droppedAt) return;
    if (this.entries.size >= maxEntries) this.entries.delete(this.entries.keys().next().value as string);
    this.entries.set(digest, { facts, readAt: startedAt });
  }

  private droppedAt = 0;

  drop(digest: string): void {
    this.droppedAt = performance.now();
    this.entries.delete(digest);
  }

  hears(isListening: boolean): void {
    this.isListening = isListening;
    this.droppedAt = performance.now();
    this.entries.clear();
  }
}
