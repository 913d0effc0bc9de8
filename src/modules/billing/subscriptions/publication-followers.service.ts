import { Injectable } from '@nestjs/common';
import { Follows } from '#libs/messaging/extensions';
import { LongTask, type TaskKind } from '#libs/tasks/task-kinds';
import { Tasks } from '#libs/tasks/tasks';
import { PackageVersionsService, type VersionFacts } from '#modules/catalog/package-structure';
import { versionPublished, type Publication } from '#modules/catalog/packages';
import { LockedSubscriptionsService } from './locked-subscriptions.service';
import { SubscriptionHoldersReader, type Holder } from './subscription-holders.reader';
import { SubscriptionMovesService } from './subscription-moves.service';

const kind = 'MIGRATE_SUBSCRIPTIONS';

interface Payload {
  /** Where to: what was published, also when a newer version is the latest by then. */
  target: VersionFacts;
}

/** Who holds an older version of what is published with ALL_CUSTOMERS is moved to it, by a task. Domain: catalog L6, L7 */
@Injectable()
@LongTask(kind, { entityType: 'SUBSCRIPTION' })
export class PublicationFollowers implements TaskKind<Payload, Holder> {
  constructor(
    private readonly tasks: Tasks,
    private readonly versions: PackageVersionsService,
    private readonly holders: SubscriptionHoldersReader,
    private readonly locked: LockedSubscriptionsService,
    private readonly moves: SubscriptionMovesService,
  ) {}

  @Follows(versionPublished)
  async follow({ movedBy, ...published }: Publication): Promise<void> {
    if (published.migrationType !== 'ALL_CUSTOMERS') return;
    const older = await this.versions.olderThan([published]);
    const total = await this.holders.count(published.packageUid, older);
    if (total === 0) return;
    const { kind: entityType, id: entityId, versionUid } = published;
    const target = (await this.versions.byUids([versionUid])).get(versionUid);
    movedBy(await this.tasks.start({ kind, entityType, entityId, payload: { target }, total }));
  }

  async next({ target }: Payload, after: string | null, limit: number): Promise<Holder[]> {
    const older = await this.versions.olderThan([target]);
    return this.holders.next(target.packageUid, older, after, limit);
  }

  async process({ target }: Payload, { id, customerId }: Holder): Promise<object | undefined> {
    const from = await this.locked.lock(id, customerId);
    const holds = !from.subscription.hasEnded && from.versions.has(target.packageUid);
    const moved = holds ? await this.moves.move(from, new Map([[target.packageUid, target]])) : null;
    return moved ? undefined : { isMoved: false };
  }
}
