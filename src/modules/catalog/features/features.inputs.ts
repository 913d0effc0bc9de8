import { CreatedAtFilter, ListQuery, queried } from '#libs/shape/list-query';
import { slugPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { Int, ListOf, Nested, OneOf, StringMap, Text } from '#libs/shape/decorators';
import type { FeatureStatus } from './domain/feature';
import type { FeatureType, MeterType } from './domain/feature-type';
import { Meter } from './meter.views';
import {
  EnumConfiguration,
  FeatureStatusEnum,
  FeatureTypeEnum,
  MeterTypeEnum,
  RoundEnum,
} from './features.views';

// Above what a feature may have, so that the rule of its values refuses with its own code. Domain: catalog F4
const choices = { optional: true, maxItems: 1000 } as const;
const safeMax = Number.MAX_SAFE_INTEGER;

@Input('Divide the usage of a window and round: reported bytes, sold gigabytes.')
export class CreateFeatureUnitTransformation {
  @Int({ min: 1, max: safeMax }) divide: number;
  @Text({ max: 255, optional: true }) featureUnits?: string;
  @Text({ max: 255, optional: true }) featureUnitsPlural?: string;
  @OneOf(RoundEnum, { optional: true, description: 'Default UP.' }) round?: 'UP' | 'DOWN';
}

@Input()
export class CreateFeatureBody {
  @Text({ min: 1, max: 255, pattern: slugPattern }) id: string;
  @Text({ min: 1, max: 255 }) displayName: string;
  @OneOf(FeatureTypeEnum) featureType: FeatureType;
  @Text({ max: 255, optional: true }) description?: string;

  @ListOf(EnumConfiguration, { ...choices, description: 'For ENUM: at least one value.' })
  enumConfiguration?: EnumConfiguration[];

  @OneOf(FeatureStatusEnum, { optional: true, description: 'NEW or ACTIVE; default NEW.' })
  featureStatus?: FeatureStatus;

  @Text({ max: 255, optional: true }) featureUnits?: string;
  @Text({ max: 255, optional: true }) featureUnitsPlural?: string;
  @StringMap({ optional: true }) metadata?: Record<string, string>;

  @Nested(Meter, {
    optional: true,
    nullable: true,
    description:
      'An addition of ours: the contract takes it in PATCH only. Without one, usage is reported as calculated.',
  })
  meter?: Meter | null;

  @OneOf(MeterTypeEnum, { optional: true, description: 'Default None.' }) meterType?: MeterType;

  @Nested(CreateFeatureUnitTransformation, { optional: true, nullable: true })
  unitTransformation?: CreateFeatureUnitTransformation | null;
}

@Input()
export class UpdateFeatureBody {
  @Text({ max: 255, optional: true }) description?: string;
  @Text({ min: 1, max: 255, optional: true }) displayName?: string;

  @ListOf(EnumConfiguration, { ...choices, description: 'Replaces the whole list.' })
  enumConfiguration?: EnumConfiguration[];

  @Text({ max: 255, optional: true }) featureUnits?: string;
  @Text({ max: 255, optional: true }) featureUnitsPlural?: string;

  @StringMap({ optional: true, description: 'Merged; a key with an empty text is removed.' })
  metadata?: Record<string, string>;

  @Nested(Meter, { optional: true, nullable: true, description: 'Null removes it.' }) meter?: Meter | null;

  @Nested(CreateFeatureUnitTransformation, { optional: true, nullable: true })
  unitTransformation?: CreateFeatureUnitTransformation | null;
}

export class ListFeaturesQuery extends ListQuery {
  @ListOf({ min: 1, max: 255 }, queried) id?: string[];
  @Nested(CreatedAtFilter, { optional: true }) createdAt?: CreatedAtFilter;
  @ListOf(FeatureTypeEnum, queried) featureType?: FeatureType[];
  @ListOf(MeterTypeEnum, queried) meterType?: MeterType[];
  @ListOf(FeatureStatusEnum, queried) status?: FeatureStatus[];
}
