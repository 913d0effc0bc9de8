import { slugPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { ListOf, Nested, StringMap, Text } from '#libs/shape/decorators';
import { CreatedAtFilter, ListQuery, queried } from '#libs/shape/list-query';
import type { FeatureGroupStatus } from './domain/feature-group';
import { FeatureGroupStatusEnum } from './feature-groups.views';

const members = { minItems: 1, maxItems: 100 };

@Input()
export class CreateFeatureGroupBody {
  @Text({ min: 1, max: 255, pattern: slugPattern }) id: string;
  @Text({ min: 1, max: 255 }) displayName: string;

  @ListOf({ min: 1, max: 255 }, { ...members, description: 'Features in display order, each once.' })
  featureIds: string[];

  @StringMap({ optional: true, nullable: true }) metadata?: Record<string, string> | null;
}

@Input('What is absent stays.')
export class UpdateFeatureGroupBody {
  @Text({ min: 1, max: 255, optional: true }) displayName?: string;

  @ListOf(
    { min: 1, max: 255 },
    {
      ...members,
      optional: true,
      description: 'Replaces the whole list. Packages that took the group keep what they took.',
    },
  )
  featureIds?: string[];

  @StringMap({ optional: true, nullable: true, description: 'Merged; a key with an empty text is removed.' })
  metadata?: Record<string, string> | null;
}

export class ListFeatureGroupsQuery extends ListQuery {
  @ListOf({ min: 1, max: 255 }, queried) id?: string[];

  @ListOf({ min: 1, max: 255 }, { ...queried, description: 'Groups that hold any of these features.' })
  featureId?: string[];

  @Nested(CreatedAtFilter, { optional: true }) createdAt?: CreatedAtFilter;
  @ListOf(FeatureGroupStatusEnum, queried) status?: FeatureGroupStatus[];
}
