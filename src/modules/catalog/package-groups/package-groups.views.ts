import { View } from '#libs/shape/classes';
import { Int, ListOf, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { OfferedGroup } from '#modules/catalog/package-versions';
import type { PackageGroup as StoredGroup, PackageGroupStatus } from './domain/package-group';

export const PackageGroupStatusEnum = enumShape<PackageGroupStatus>('PackageGroupStatus', [
  'PUBLISHED',
  'ARCHIVED',
]);

const count = { max: 2 ** 31 - 1, nullable: true } as const;

@View('A named set of addons of one product, offered with plans as a whole.')
export class PackageGroup {
  @Text() id: string;
  @Text({ nullable: true }) displayName: string | null;
  @Text() productId: string;
  @ListOf({}) addonIds: string[];
  @OneOf(PackageGroupStatusEnum) status: PackageGroupStatus;
  @Timestamp() createdAt: Date;
  @Timestamp() updatedAt: Date;

  static from({ id, displayName, productId, addonIds, status, createdAt, updatedAt }: StoredGroup) {
    return { id, displayName, productId, addonIds, status, createdAt, updatedAt } satisfies PackageGroup;
  }
}

@View('A package group as a version of a plan offers it.')
export class PlanPackageGroup {
  @Text() id: string;
  @Text({ nullable: true }) displayName: string | null;
  @ListOf({}, { description: 'As the group has them now.' }) addonIds: string[];

  @Int({ ...count, description: 'Different addons of it that a subscription must have.' })
  minItems: number | null;

  @Int({ ...count, description: 'Of its addons so many, the cheapest first, cost nothing.' })
  freeItems: number | null;

  static from({ minItems, freeItems }: OfferedGroup, group: StoredGroup): PlanPackageGroup {
    const { id, displayName, addonIds } = group;
    return { id, displayName, addonIds, minItems, freeItems };
  }
}
