import type { ResetPeriod } from '#libs/business/values/reset-configuration';
import type { TaskState } from '#libs/kernel/task-state';
import { View } from '#libs/shape/classes';
import { Bool, Int, ListOf, Nested, Num, OneOf, Text } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { EntitlementForecast } from '#modules/entitlements/entitlements';
import { ResetPeriodConfiguration, ResetPeriodEnum } from '#modules/catalog/features';
import { TaskStateEnum } from '#modules/platform/tasks';
import { findingsOf, type Findings } from './domain/blast-radius';

const count = { min: 0, max: 2 ** 31 - 1 } as const;
type Grant = NonNullable<EntitlementForecast['before']>;

export type EmptyRadius = 'NEW_CUSTOMERS' | 'NO_SUBSCRIPTIONS';
export const EmptyRadiusEnum = enumShape<EmptyRadius>('CatalogEmptyRadius', [
  'NEW_CUSTOMERS',
  'NO_SUBSCRIPTIONS',
]);

@View('What a customer may do of one feature, all of its sources together.')
export class BlastRadiusEntitlement {
  @Num({ nullable: true, description: 'Sold units; null without a number.' }) usageLimit: number | null;
  @Bool() hasUnlimitedUsage: boolean;
  @Bool({ description: 'The limit is told and denies nothing.' }) hasSoftLimit: boolean;
  @ListOf({}, { nullable: true }) enumValues: string[] | null;
  @OneOf(ResetPeriodEnum, { nullable: true }) resetPeriod: ResetPeriod | null;

  @Nested(ResetPeriodConfiguration, { nullable: true })
  resetPeriodConfiguration: ResetPeriodConfiguration | null;

  static from({
    usageLimit,
    hasUnlimitedUsage,
    hasSoftLimit,
    enumValues,
    reset,
  }: Grant): BlastRadiusEntitlement {
    const { period: resetPeriod, accordingTo } = reset;
    const resetPeriodConfiguration = resetPeriod && { accordingTo: accordingTo ?? 'SubscriptionStart' };
    const limit = { usageLimit, hasUnlimitedUsage, hasSoftLimit, enumValues };
    return { ...limit, resetPeriod, resetPeriodConfiguration };
  }
}

@View('A feature that would answer differently for a customer or for one of its resources.')
export class BlastRadiusChange {
  @Text() customerId: string;

  @Text({
    nullable: true,
    description:
      'Null is the customer itself, with its resources that have no source of the feature of their own.',
  })
  resourceId: string | null;

  @Text() featureId: string;

  @Nested(BlastRadiusEntitlement, { nullable: true, description: 'Null is not granted.' })
  before: BlastRadiusEntitlement | null;

  @Nested(BlastRadiusEntitlement, { nullable: true, description: 'Null is not granted.' })
  after: BlastRadiusEntitlement | null;

  @Num({ nullable: true, description: 'Sold units in the window that runs; null where nothing is counted.' })
  usage: number | null;

  @Bool({ description: 'What is used now would not be covered any more.' }) fallsBelowUsage: boolean;

  static from({ before, after, ...told }: EntitlementForecast): BlastRadiusChange {
    return {
      ...told,
      before: before && BlastRadiusEntitlement.from(before),
      after: after && BlastRadiusEntitlement.from(after),
    };
  }
}

@View('Which customers would notice the release, and how. A large one is found by a task.')
export class BlastRadius {
  @OneOf(TaskStateEnum, {
    description: 'COMPLETED: all of it is here. PENDING, IN_PROGRESS: the task finds it.',
  })
  state: TaskState;

  @Text({
    format: 'uuid',
    nullable: true,
    description: 'Its results tell changes, a hundred customers each.',
  })
  taskId: string | null;

  @OneOf(EmptyRadiusEnum, {
    nullable: true,
    description:
      'NEW_CUSTOMERS: running subscriptions stay on their versions. NO_SUBSCRIPTIONS: none runs on what would be published.',
  })
  emptyBecause: EmptyRadius | null;

  @Int({ ...count, description: 'Whose subscriptions would be moved.' }) customers: number;

  @Int({ ...count, nullable: true, description: 'Who would notice; null as long as a task finds it.' })
  customersChanged: number | null;

  @Int({ ...count, nullable: true, description: 'Who would fall below what is used now.' })
  customersBelowUsage: number | null;

  @ListOf(BlastRadiusChange, { description: 'By customer.' }) changes: BlastRadiusChange[];

  @Int({ ...count, description: 'Changes that are not listed: of each hundred customers 500 are.' })
  leftOut: number;

  static empty(emptyBecause: EmptyRadius): BlastRadius {
    return { ...BlastRadius.found(findingsOf<BlastRadiusChange>(0, [])), emptyBecause };
  }

  static found(findings: Findings<BlastRadiusChange>): BlastRadius {
    return { state: 'COMPLETED', taskId: null, emptyBecause: null, ...findings };
  }

  static foundBy(taskId: string, customers: number): BlastRadius {
    const unknown = { customersChanged: null, customersBelowUsage: null, changes: [], leftOut: 0 };
    return { state: 'PENDING', taskId, emptyBecause: null, customers, ...unknown };
  }
}
