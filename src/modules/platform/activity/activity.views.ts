import { activityEntities } from '#libs/business/values/activity-entity';
import { View } from '#libs/shape/classes';
import { Json, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { ActivityEntry } from './domain/activity-entry';

export const ActivityEntityEnum = enumShape('ActivityEntity', [...activityEntities]);

@View('One change: who made it, of what, from which state to which.')
export class Activity {
  @Text({ format: 'uuid' }) id: string;
  @Text({ description: 'Such as `plan.updated`.' }) type: string;
  @OneOf(ActivityEntityEnum) entityType: string;
  @Text() entityId: string;

  @Text({ nullable: true, description: 'What it belongs to: the plan of an entitlement.' })
  parentId: string | null;

  @Text({ description: 'USER, APP_SERVER, APP_PUBLIC or SYSTEM.' }) actorType: string;
  @Text({ description: 'The key, the user or the job.' }) actor: string;

  @Json({ nullable: true, description: 'As it was told before; null for what was made.' })
  before: object | null;

  @Json({ nullable: true, description: 'As it was told after; null for what is gone.' }) after: object | null;
  @Text({ description: 'Of the request that made it, also in the logs.' }) requestId: string;
  @Timestamp() createdAt: Date;

  static from(entry: ActivityEntry): Activity {
    const { uid: id, type, entityType, entityId, parentId, actorType, actor } = entry;
    const { before, after, requestId, createdAt } = entry;
    return {
      id,
      type,
      entityType,
      entityId,
      parentId,
      actorType,
      actor,
      before,
      after,
      requestId,
      createdAt,
    };
  }
}
