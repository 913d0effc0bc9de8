import { slugPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { enumShape } from '#libs/shape/enum-shape';
import { Bool, Dimensions, Int, ListOf, Num, OneOf, StringMap, Text } from '#libs/shape/decorators';
import { ListQuery, queried } from '#libs/shape/list-query';
import type { GovernanceSort } from './domain/governance-node';

const clearable = { optional: true, nullable: true } as const;
const reference = { min: 1, max: 255 } as const;
const atOnce = { minItems: 1, maxItems: 100 } as const;

@Input('A category of entities, made where its id is new.')
export class EntityTypeInput {
  @Text({ ...reference, pattern: slugPattern }) id: string;

  @ListOf(reference, {
    maxItems: 2,
    description:
      'Dimensions of usage whose value names an entity of this type; none of what only stands above others.',
  })
  attributionKeys: string[];

  @Text(reference) displayName: string;
  @Text({ max: 255, ...clearable, description: 'Left out, it stays.' }) description?: string | null;
}

@Input()
export class UpsertEntityTypesBody {
  @ListOf(EntityTypeInput, atOnce) types: EntityTypeInput[];
}

export class ListEntityTypesQuery extends ListQuery {}

@Input('An entity of a customer, made where its id is new. What is left out stays.')
export class EntityInput {
  @Text({ ...reference, description: 'Unique within the customer; dimensions name it.' }) id: string;
  @Text({ max: 255, ...clearable }) displayName?: string | null;
  @Text({ ...reference, optional: true, description: 'Required of a new one.' }) entityTypeId?: string;

  @StringMap({ optional: true, description: 'Merged; a key with an empty text is removed.' })
  metadata?: Record<string, string>;
}

@Input()
export class UpsertEntitiesBody {
  @ListOf(EntityInput, atOnce) entities: EntityInput[];
}

export class ListEntitiesQuery extends ListQuery {
  @Text({ ...reference, optional: true }) entityTypeId?: string;
  @Bool({ optional: true, description: 'Default false.' }) includeArchived?: boolean;
}

@Input()
export class ArchiveEntitiesBody {
  @ListOf(reference, atOnce) ids: string[];
}

@Input(
  'A budget of an entity, known by the entity, its feature or currency and its scope; made where there is none.',
)
export class AssignmentInput {
  @Text(reference) entityId: string;

  @Text({
    ...reference,
    format: 'duration',
    optional: true,
    description:
      'It runs anew after so long, from its creation on: P1D, P1W, P1M, P30D, PT1M. Required of a new one.',
  })
  cadence?: string;

  @Text({ ...reference, optional: true, description: 'Exactly one of featureId and currencyId.' })
  currencyId?: string;
  @Text({ ...reference, optional: true }) featureId?: string;

  @Text({
    ...reference,
    ...clearable,
    description:
      'Of the entity, the same for all its budgets: left out, it keeps its place; null makes it a root.',
  })
  parentId?: string | null;

  @ListOf(reference, {
    optional: true,
    maxItems: 100,
    description:
      'It holds only where all of these are named too, or stand above who is. A set; empty: always.',
  })
  scopeEntityIds?: string[];

  @Num({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    ...clearable,
    description: 'Reported units of the feature, or credits; null for any. Required of a new one.',
  })
  usageLimit?: number | null;
}

@Input()
export class UpsertAssignmentsBody {
  @ListOf(AssignmentInput, atOnce) assignments: AssignmentInput[];
}

export class ListAssignmentsQuery extends ListQuery {
  @Text({ ...reference, optional: true }) currencyId?: string;
  @Text({ ...reference, optional: true }) entityId?: string;
  @Text({ ...reference, optional: true }) featureId?: string;
}

export const GovernanceSortEnum = enumShape<GovernanceSort>('GovernanceSort', [
  'utilization',
  'currentUsage',
  'usageLimit',
  'scopeSize',
  'id',
  'createdAt',
]);
export const GovernanceScopeEnum = enumShape<'all' | 'nodeWide' | 'scoped'>('GovernanceScope', [
  'all',
  'nodeWide',
  'scoped',
]);
export const SortOrderEnum = enumShape<'asc' | 'desc'>('SortOrder', ['asc', 'desc']);

export class CustomerGovernanceQuery {
  @Text({
    ...reference,
    optional: true,
    description: 'The cursor of the page before, of the same sort and order.',
  })
  after?: string;

  @ListOf(reference, queried) currencyIds?: string[];
  @Text({ ...reference, optional: true, description: 'Part of the id, in any letter case.' })
  entityIdSearch?: string;
  @ListOf(reference, queried) entityTypeIds?: string[];
  @ListOf(reference, queried) featureIds?: string[];
  @Int({ min: 1, max: 100, optional: true, description: 'Default 20.' }) limit?: number;
  @Num({ optional: true, description: 'Of what has a limit: used of it at least.' }) minUtilization?: number;
  @OneOf(SortOrderEnum, { optional: true, description: 'Default desc.' }) order?: 'asc' | 'desc';

  @OneOf(GovernanceScopeEnum, {
    optional: true,
    description: 'Budgets without a scope, or with one. Default all, entities without a budget too.',
  })
  scope?: 'all' | 'nodeWide' | 'scoped';

  @OneOf(GovernanceSortEnum, { optional: true, description: 'Default utilization.' }) sortBy?: GovernanceSort;
}

@Input(
  'What is asked about: exactly one of featureId and currencyId, and who within the customer would use it.',
)
export class CheckGovernedEntitlementQuery {
  @Text({ ...reference, optional: true, description: 'Id of a custom currency.' }) currencyId?: string;

  @Dimensions({ optional: true, description: 'As of usage: those that name entities lead to their budgets.' })
  dimensions?: Record<string, string | number | boolean>;

  @Text({ ...reference, optional: true }) featureId?: string;

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    description: 'In reported units; of a currency in credits.',
  })
  requestedUsage?: number;

  @ListOf({ max: 255 }, { maxItems: 500, optional: true }) requestedValues?: string[];
  @Text({ ...reference, optional: true }) resourceId?: string;
}
