import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Consequences } from '#libs/messaging/consequences';
import { TaskKinds } from '#libs/tasks/task-kinds';
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
export class PublicationFollowers implements OnModuleInit {
  constructor(
    private readonly consequences: Consequences,
    private readonly kinds: TaskKinds,
    private readonly tasks: Tasks,
    private readonly versions: PackageVersionsService,
    private readonly holders: SubscriptionHoldersReader,
    private readonly locked: LockedSubscriptionsService,
    private readonly moves: SubscriptionMovesService,
  ) {}

  onModuleInit(): void {
    this.consequences.register(versionPublished, (published) => this.follow(published));
    this.kinds.register<Payload, Holder>({
      name: kind,
      entityType: 'SUBSCRIPTION',
      next: ({ target }, after, limit) => this.holders.next(target, after, limit),
      process: ({ target }, holder) => this.move(holder, target),
    });
  }

  private async follow({ movedBy, ...published }: Publication): Promise<void> {
    if (published.migrationType !== 'ALL_CUSTOMERS') return;
    const total = await this.holders.count(published);
    if (total === 0) return;
    const { kind: entityType, id: entityId, versionUid } = published;
    const target = (await this.versions.byUids([versionUid])).get(versionUid);
    movedBy(await this.tasks.start({ kind, entityType, entityId, payload: { target }, total }));
  }

  private async move({ id, customerId }: Holder, target: VersionFacts): Promise<object | undefined> {
    const from = await this.locked.lock(id, customerId);
    const holds = !from.subscription.canceledAt && from.versions.has(target.packageUid);
    const moved = holds ? await this.moves.move(from, new Map([[target.packageUid, target]])) : null;
    return moved ? undefined : { isMoved: false };
  }
}
