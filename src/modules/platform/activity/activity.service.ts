import { page } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import type { ListActivityQuery } from './activity.inputs';
import { ActivityReader } from './activity.reader';
import { Activity } from './activity.views';

@Injectable()
export class ActivityService {
  constructor(private readonly activity: ActivityReader) {}

  @UseCase('listActivity', {
    needs: 'activity:read',
    answers: page(Activity),
    summary: 'List what was changed, newest first. An addition.',
  })
  async list(query: ListActivityQuery): Promise<Page<Activity>> {
    const { actor, createdAt, entityId, entityType, parentId, type } = query;
    const filter = { actor, createdAt, entityId, entityType, parentId, type };
    return mapPage(await this.activity.list(pageRequestOf(query), filter), Activity.from);
  }
}
