import { one, page } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import { ActivityProofs } from './activity-proofs.service';
import type { ListActivityQuery } from './activity.inputs';
import { ActivityReader } from './activity.reader';
import { Activity, ActivityLogProof } from './activity.views';

@Injectable()
export class ActivityService {
  constructor(
    private readonly activity: ActivityReader,
    private readonly proofs: ActivityProofs,
  ) {}

  @UseCase('listActivity', {
    needs: 'activity:read',
    answers: page(Activity),
    summary: 'List what was changed, newest first. An addition.',
  })
  list(query: ListActivityQuery): Promise<Page<Activity>> {
    return this.pageOf(query);
  }

  /** What was done to the account itself: its members, its environments, what it may. Domain: access-and-events A7, W8 */
  @UseCase('listAccountActivity', {
    about: 'account',
    needs: 'members:read',
    answers: page(Activity),
    summary: 'List what was changed of the account, newest first. An addition.',
  })
  listOfAccount(query: ListActivityQuery): Promise<Page<Activity>> {
    return this.pageOf(query);
  }

  /** Recomputes the whole log of the environment: places, hashes, and both of its ends. Domain: access-and-events W8 */
  @UseCase('proveActivity', {
    needs: 'activity:read',
    answers: one(ActivityLogProof),
    summary: 'Recompute the activity log, and tell whether it is as it was written. An addition.',
  })
  async prove(): Promise<ActivityLogProof> {
    return this.proofs.prove();
  }

  private async pageOf(query: ListActivityQuery): Promise<Page<Activity>> {
    const { actor, actorType, createdAt, entityId, entityType, parentId, requestId, type } = query;
    const filter = { actor, actorType, createdAt, entityId, entityType, parentId, requestId, type };
    return mapPage(await this.activity.list(pageRequestOf(query), filter), Activity.from);
  }
}
