import type { KeyFacts } from './identity.reader';

const maxAgeMs = 5000;
const maxEntries = 10_000;

interface Entry {
  readonly secret: string;
  /** Of the present secret of the key, whichever was shown: changes of the key are told by it. */
  readonly digest: string;
  readonly facts: KeyFacts;
  readonly readAt: number;
  /** Takes the secret out of memory where nobody asks for it again. */
  readonly end: NodeJS.Timeout;
}

/**
 * Keys that were looked up lately. An entry lives five seconds at most and is dropped when its revocation is heard; while
 * nothing can be heard, nothing is kept. Domain: access-and-events Y6.
 * Found by the secret itself, which spares a known key its digest; the secret stays no longer than the entry. It is compared only
 * where a hash of the whole, seeded by the process, is the same, so the time it takes tells nothing of secrets that are kept.
 */
export class KeyCache {
  private readonly bySecret = new Map<string, Entry>();
  private readonly byDigest = new Map<string, Set<Entry>>();
  private isListening = false;
  private droppedAt = 0;

  find(secret: string): KeyFacts | undefined {
    const entry = this.bySecret.get(secret);
    if (!entry) return undefined;
    if (performance.now() - entry.readAt < maxAgeMs) return entry.facts;
    this.forget(entry);
    return undefined;
  }

  /**
   * @param digest of the present secret of the key
   * @param startedAt when the look-up began: what was revoked meanwhile must not come back
   */
  keep(secret: string, digest: string, facts: KeyFacts, startedAt: number): void {
    if (!this.isListening || startedAt < this.droppedAt) return;
    this.forget(this.bySecret.get(secret));
    if (this.bySecret.size >= maxEntries) this.forget(this.bySecret.values().next().value);
    const end = setTimeout(() => this.forget(entry), startedAt + maxAgeMs - performance.now()).unref();
    const entry: Entry = { secret, digest, facts, readAt: startedAt, end };
    this.bySecret.set(secret, entry);
    const entries = this.byDigest.get(digest) ?? new Set();
    this.byDigest.set(digest, entries.add(entry));
  }

  /** All that the secrets of a key have found. */
  drop(digest: string): void {
    this.droppedAt = performance.now();
    for (const entry of this.byDigest.get(digest) ?? []) this.forget(entry);
  }

  hears(isListening: boolean): void {
    this.isListening = isListening;
    this.droppedAt = performance.now();
    for (const entry of this.bySecret.values()) this.forget(entry);
  }

  /** How many secrets are in memory. */
  get size(): number {
    return this.bySecret.size;
  }

  private forget(entry: Entry | undefined): void {
    if (!entry) return;
    clearTimeout(entry.end);
    this.bySecret.delete(entry.secret);
    const entries = this.byDigest.get(entry.digest);
    entries?.delete(entry);
    if (entries?.size === 0) this.byDigest.delete(entry.digest);
  }
}
