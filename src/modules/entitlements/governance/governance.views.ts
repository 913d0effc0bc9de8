import { Decimal } from '#libs/kernel/decimal';
import { View } from '#libs/shape/classes';
import { Bool, ListOf, Num, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import type { EntityType as StoredEntityType } from './domain/entity-type';
import type { GovernedEntity as StoredEntity } from './domain/governed-entity';
import type { JudgedNode } from './domain/governance-chain';
import type { GovernanceNode } from './domain/governance-node';
import type { UsageAssignment as StoredAssignment } from './domain/usage-assignment';

@View('A category of those who use what a customer has.')
export class EntityType {
  @Text() id: string;
  @ListOf({}, { description: 'Dimensions of usage whose value names an entity of this type.' })
  attributionKeys: string[];
  @Timestamp() createdAt: Date;
  @Text({ nullable: true }) description: string | null;
  @Text() displayName: string;
  @Timestamp() updatedAt: Date;

  static from(type: StoredEntityType): EntityType {
    const { id, attributionKeys, createdAt, description, displayName, updatedAt } = type;
    return { id, attributionKeys, createdAt, description, displayName, updatedAt };
  }
}

@View('Somebody within a customer who uses what the customer has.')
export class GovernedEntity {
  @Text({ description: 'Unique within the customer; dimensions of usage name it.' }) id: string;
  @Timestamp({ nullable: true, description: 'Since then nothing names it any more.' })
  archivedAt: Date | null;
  @Timestamp() createdAt: Date;
  @Text({ nullable: true }) displayName: string | null;
  @Text() entityTypeId: string;
  @StringMap() metadata: Record<string, string>;
  @Timestamp() updatedAt: Date;

  static from(entity: StoredEntity): GovernedEntity {
    const { id, archivedAt, createdAt, displayName, entityTypeId, metadata, updatedAt } = entity;
    return { id, archivedAt, createdAt, displayName, entityTypeId, metadata, updatedAt };
  }
}

@View('Entities of which one thing was asked, as they were asked for.')
export class ArchivedEntities {
  @ListOf({}) ids: string[];
}

@View('A budget of an entity, of a feature or of a currency.')
export class UsageAssignment {
  @Text({ format: 'uuid' }) id: string;
  @Text({
    format: 'duration',
    description: 'An ISO 8601 duration: it runs anew after so long, from its creation on.',
  })
  cadence: string;
  @Timestamp() createdAt: Date;
  @Text({ optional: true }) currencyId?: string;
  @Text() entityId: string;
  @Text({ optional: true }) featureId?: string;
  @Text({ nullable: true, description: 'Of the entity; null of a root.' }) parentId: string | null;
  @ListOf({}) scopeEntityIds: string[];
  @Timestamp() updatedAt: Date;

  @Num({ nullable: true, description: 'Reported units of the feature, or credits; null for any.' })
  usageLimit: number | null;

  static from(assignment: StoredAssignment, parentId: string | null): UsageAssignment {
    const { uid: id, cadence, createdAt, updatedAt, entityId, subjectKind, subjectId } = assignment;
    return {
      ...{ id, cadence, createdAt, entityId, parentId, updatedAt },
      ...(subjectKind === 'FEATURE' ? { featureId: subjectId } : { currencyId: subjectId }),
      scopeEntityIds: [...assignment.scopeIds],
      usageLimit: numberOf(assignment.usageLimit),
    };
  }
}

@View('A budget on the way from an entity that is named to its root.')
export class Chain {
  @Num({ description: 'Reported units, or credits, in the window that runs.' }) currentUsage: number;
  @Text() entityId: string;
  @Bool({ description: 'Does it leave what is asked for, or anything?' }) isGranted: boolean;
  @ListOf({}) scopeEntityIds: string[];
  @Num({ nullable: true }) usageLimit: number | null;

  static from({ currentUsage, entityId, isGranted, scopeEntityIds, usageLimit }: JudgedNode): Chain {
    return {
      ...{ currentUsage: currentUsage.toNumber(), entityId, isGranted, scopeEntityIds },
      usageLimit: numberOf(usageLimit),
    };
  }
}

@View(
  'A budget of an entity, or an entity without one, with what is used of it. It decides nothing: the check does.',
)
export class ListCustomerGovernanceData {
  @Timestamp({ description: 'As of when it is told. An addition.' }) asOf: Date;
  @Text({ format: 'duration', nullable: true }) cadence: string | null;
  @Text({ optional: true }) currencyId?: string;
  @Num({ nullable: true }) currentUsage: number | null;
  @Text({ nullable: true }) displayName: string | null;
  @Text() entityId: string;
  @Text() entityTypeId: string;
  @Text({ optional: true }) featureId?: string;
  @Text({ nullable: true }) parentId: string | null;
  @ListOf({}) scopeEntityIds: string[];
  @Num({ nullable: true }) usageLimit: number | null;
  @Timestamp({ nullable: true }) usagePeriodEnd: Date | null;
  @Timestamp({ nullable: true }) usagePeriodStart: Date | null;
  @Num({ nullable: true, description: 'Used of the limit: 1 is all of it, as is a limit of 0.' })
  utilization: number | null;

  static from({ entity, budget }: GovernanceNode, asOf: Date): ListCustomerGovernanceData {
    const { id: entityId, entityTypeId, displayName, parentId } = entity;
    return {
      ...{ asOf, entityId, entityTypeId, displayName, parentId },
      ...(budget?.subjectKind === 'FEATURE' && { featureId: budget.subjectId }),
      ...(budget?.subjectKind === 'CURRENCY' && { currencyId: budget.subjectId }),
      cadence: budget?.cadence ?? null,
      currentUsage: numberOf(budget?.used ?? null),
      scopeEntityIds: budget?.scopeIds ?? [],
      usageLimit: numberOf(budget?.usageLimit ?? null),
      usagePeriodStart: budget?.window.start ?? null,
      usagePeriodEnd: budget?.window.end ?? null,
      utilization: budget?.utilization ?? null,
    };
  }
}

const numberOf = (amount: Decimal | null): number | null => amount && amount.toNumber();
