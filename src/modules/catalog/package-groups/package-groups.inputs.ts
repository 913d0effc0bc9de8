import { slugPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { Int, ListOf, Nested, Text } from '#libs/shape/decorators';
import { CreatedAtFilter, ListQuery, queried } from '#libs/shape/list-query';
import type { PackageGroupStatus } from './domain/package-group';
import { PackageGroupStatusEnum } from './package-groups.views';

const reference = { min: 1, max: 255 } as const;
const mostAddons = 1000;
// More than a database integer holds is more than any group has.
const count = { min: 0, max: 2 ** 31 - 1, optional: true, nullable: true } as const;

@Input()
export class CreatePackageGroupBody {
  @Text({ ...reference, pattern: slugPattern }) id: string;
  @Text({ ...reference, optional: true, nullable: true }) displayName?: string | null;

  @ListOf(reference, { minItems: 1, maxItems: mostAddons, description: 'Addons of one product.' })
  addonIds: string[];
}

@Input()
export class UpdatePackageGroupBody {
  @Text({ ...reference, optional: true, nullable: true }) displayName?: string | null;

  @ListOf(reference, {
    minItems: 1,
    maxItems: mostAddons,
    optional: true,
    description: 'Replaces the whole list.',
  })
  addonIds?: string[];
}

export class ListPackageGroupsQuery extends ListQuery {
  @Nested(CreatedAtFilter, { optional: true }) createdAt?: CreatedAtFilter;
  @Text({ ...reference, optional: true }) productId?: string;
  @ListOf(PackageGroupStatusEnum, queried) status?: PackageGroupStatus[];
}

@Input()
export class SetPlanPackageGroupBody {
  @Int({ ...count, description: 'Different addons of it that a subscription must have; none when left out.' })
  minItems?: number | null;

  @Int({ ...count, description: 'Of its addons so many, the cheapest first, cost nothing.' })
  freeItems?: number | null;
}
