import { Injectable } from '@nestjs/common';
import type { Change, Follower } from '#libs/changes/change';
import { ChangeFeed } from '#libs/changes/change-feed';
import { currentEnvironmentId } from '#libs/context/request-context';
import { BoundedMap } from '#libs/kernel/bounded-map';
import { EntityTypesRepository } from './entity-types.repository';

const mostEnvironments = 10_000;
const heldKeys = () => new BoundedMap<string, ReadonlySet<string>>(mostEnvironments);

/** The attribution keys of an environment in memory: every report and event with dimensions is held against them. ADR-0054 */
@Injectable()
export class HeldAttributionKeys implements Follower {
  private held = heldKeys();
  /** Counts what was forgotten: what was read before may lack it. */
  private generation = 0;

  constructor(
    private readonly types: EntityTypesRepository,
    private readonly feed: ChangeFeed,
  ) {
    feed.follow(this);
  }

  /** Those of every change that was acknowledged before this call. */
  async ofEnvironment(): Promise<ReadonlySet<string>> {
    const environmentId = currentEnvironmentId();
    const isKnown = this.held.get(environmentId) !== undefined;
    const standing = isKnown && (this.feed.present() ?? (await this.feed.renewed()));
    const held = standing && this.held.get(environmentId);
    if (held) return held;
    const { generation } = this;
    const keys = new Set(await this.types.attributionKeys());
    if (generation === this.generation) this.held.set(environmentId, keys);
    return keys;
  }

  changed(changes: readonly Change[]): void {
    for (const { environmentId, subjects } of changes) if (subjects === null) this.forget(environmentId);
  }

  lost(): void {
    this.generation++;
    this.held = heldKeys();
  }

  private forget(environmentId: string): void {
    this.generation++;
    this.held.delete(environmentId);
  }
}
