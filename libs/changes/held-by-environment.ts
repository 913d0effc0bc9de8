import { currentEnvironmentId, fromPrimary } from '#libs/context/request-context';
import { BoundedMap } from '#libs/kernel/bounded-map';
import type { Change, Follower } from './change';
import type { ChangeFeed } from './change-feed';

const mostEnvironments = 10_000;

/**
 * Something small of each environment in memory, as of the change feed's last poll: whatever changes of the environment as a whole forgets it. Who takes
 * it asks the feed whether that will do. ADR-0054
 */
export abstract class HeldByEnvironment<T> implements Follower {
  private known = new BoundedMap<string, T>(mostEnvironments);
  /** Counts what was forgotten: what was read before may lack it. */
  private generation = 0;

  /** @param read that of the environment of the context */
  protected constructor(
    private readonly feed: ChangeFeed,
    private readonly read: () => Promise<T>,
  ) {
    feed.follow(this);
  }

  /** As of the last poll, for who asks the feed whether that will do; undefined where it is not held. */
  held(environmentId: string): T | undefined {
    return this.known.get(environmentId);
  }

  /** That of every change that was acknowledged before this call. */
  async ofEnvironment(): Promise<T> {
    const environmentId = currentEnvironmentId();
    const isKnown = this.held(environmentId) !== undefined;
    const standing = isKnown && (this.feed.present() ?? (await this.feed.renewed()));
    const held = standing ? this.held(environmentId) : undefined;
    if (held !== undefined) return held;
    const { generation } = this;
    const read = await fromPrimary(this.read);
    if (generation === this.generation) this.known.set(environmentId, read);
    return read;
  }

  changed(changes: readonly Change[]): void {
    for (const { environmentId, subjects } of changes) if (subjects === null) this.forget(environmentId);
  }

  lost(): void {
    this.generation++;
    this.known = new BoundedMap(mostEnvironments);
  }

  private forget(environmentId: string): void {
    this.generation++;
    this.known.delete(environmentId);
  }
}
