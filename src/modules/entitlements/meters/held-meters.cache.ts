import { Injectable } from '@nestjs/common';
import type { Change, Follower } from '#libs/changes/change';
import { ChangeFeed } from '#libs/changes/change-feed';
import { currentEnvironmentId } from '#libs/context/request-context';
import { BoundedMap } from '#libs/kernel/bounded-map';
import { MetersReader, type MeterInForce } from './meters.reader';

const mostEnvironments = 10_000;
const heldMeters = () => new BoundedMap<string, readonly MeterInForce[]>(mostEnvironments);

/** The meters of an environment in memory, as of the change feed's last poll; who takes them asks the feed whether that will do. ADR-0054 */
@Injectable()
export class HeldMeters implements Follower {
  private held = heldMeters();
  /** Counts what was forgotten: what was read before may lack it. */
  private generation = 0;

  constructor(
    private readonly reader: MetersReader,
    private readonly feed: ChangeFeed,
  ) {
    feed.follow(this);
  }

  /** Those of every change that was acknowledged before this call. */
  async ofEnvironment(): Promise<readonly MeterInForce[]> {
    const environmentId = currentEnvironmentId();
    const isKnown = this.held.get(environmentId) !== undefined;
    const standing = isKnown && (this.feed.present() ?? (await this.feed.renewed()));
    const held = standing && this.held.get(environmentId);
    if (held) return held;
    const { generation } = this;
    const meters = await this.reader.inForce();
    if (generation === this.generation) this.held.set(environmentId, meters);
    return meters;
  }

  changed(changes: readonly Change[]): void {
    for (const { environmentId, subjects } of changes) if (subjects === null) this.forget(environmentId);
  }

  lost(): void {
    this.generation++;
    this.held = heldMeters();
  }

  private forget(environmentId: string): void {
    this.generation++;
    this.held.delete(environmentId);
  }
}
