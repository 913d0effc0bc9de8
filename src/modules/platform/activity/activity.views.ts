import { activityEntities } from '#libs/business/values/activity-entity';
import { View } from '#libs/shape/classes';
import { Bool, Int, Json, Nested, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { ActivityEntry } from './domain/activity-entry';
import type { ActivityFault, ChainPlace } from './domain/activity-proof';

export const ActivityEntityEnum = enumShape('ActivityEntity', [...activityEntities]);

/** Domain: access-and-events W8 */
export const ActivityActorEnum = enumShape('ActivityActor', [
  'APP_CUSTOMER',
  'APP_PUBLIC',
  'APP_SERVER',
  'SCHEDULER',
  'SYSTEM',
  'USER',
]);

@View('One change: who made it, of what, from which state to which.')
export class Activity {
  @Text({ format: 'uuid' }) id: string;
  @Text({ description: 'Such as `plan.updated`.' }) type: string;
  @OneOf(ActivityEntityEnum) entityType: string;
  @Text() entityId: string;

  @Text({ nullable: true, description: 'What it belongs to: the plan of an entitlement.' })
  parentId: string | null;

  @OneOf(ActivityActorEnum) actorType: string;
  @Text({ description: 'The key, the user or the job.' }) actor: string;

  @Json({ nullable: true, description: 'As it was told before; null for what was made.' })
  before: object | null;

  @Json({ nullable: true, description: 'As it was told after; null for what is gone.' }) after: object | null;
  @Text({ description: 'Of the request that made it, also in the logs.' }) requestId: string;
  @Timestamp() createdAt: Date;
  @Int({ description: 'Its place in the log of the environment, from 1 on without gaps.' }) seq: number;
  @Text({ description: 'SHA-256 of it and of the hash before it, hexadecimal.' }) hash: string;

  static from(entry: ActivityEntry): Activity {
    const { uid: id, type, entityType, entityId, parentId, actorType, actor } = entry;
    const { before, after, requestId, createdAt, seq, hash } = entry;
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
      seq,
      hash,
    };
  }
}

@View('An entry of the activity log by its place and its hash.')
export class ActivityPlace {
  @Int() seq: number;
  @Text({ description: 'Hexadecimal.' }) hash: string;
}

@View('The first place at which the activity log does not hold.')
export class ActivityLogFault {
  @Int() seq: number;
  @Text({ nullable: true, description: 'Of the entry that stands there; null where none does.' })
  id: string | null;
  @Text() reason: string;
}

@View('What became of recomputing the activity log.')
export class ActivityLogProof {
  @Bool() holds: boolean;
  @Int({ description: 'Entries that hold.' }) rows: number;
  @Text({
    nullable: true,
    description: 'Hash of the last of them, hexadecimal; null where there never was one.',
  })
  head: string | null;

  @Nested(ActivityPlace, {
    nullable: true,
    description: 'The last entry that was forgotten, after 13 months; null where none was.',
  })
  anchor: ChainPlace | null;

  @Nested(ActivityLogFault, { nullable: true }) firstFault: ActivityFault | null;
}
