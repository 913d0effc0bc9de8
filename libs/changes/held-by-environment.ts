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
  private held = new BoundedMap<string, T>(mostEnvironments);
  /** Counts what was forgotten: what was read before may lack it. */
  private generation = 0;

  /** @param read that of the environment of the context */
  protected constructor(
    private readonly feed: ChangeFeed,
    private readonly read: () => Promise<T>,
  ) {
    feed.follow(this);
  }

  /** That of every change that was acknowledged before this call. */
  async ofEnvironment(): Promise<T> {
    const environmentId = currentEnvironmentId();
    const isKnown = this.held.get(environmentId) !== undefined;
    const standing = isKnown && (this.feed.present() ?? (await this.feed.renewed()));
    const held = standing ? this.held.get(environmentId) : undefined;
    if (held !== undefined) return held;
    const { generation } = this;
    const read = await fromPrimary(this.read);
    if (generation === this.generation) this.held.set(environmentId, read);
    return read;
  }

  changed(changes: readonly Change[]): void {
    for (const { environmentId, subjects } of changes) if (subjects === null) this.forget(environmentId);
  }

  lost(): void {
    this.generation++;
    this.held = new BoundedMap(mostEnvironments);
  }

  private forget(environmentId: string): void {
    this.generation++;
    this.held.delete(environmentId);
  }
}
