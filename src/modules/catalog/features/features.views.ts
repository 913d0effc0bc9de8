import { Shared, View } from '#libs/shape/classes';
import { ListOf, Nested, Num, OneOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { Feature as StoredFeature, FeatureStatus } from './domain/feature';
import type { FeatureType, MeterType } from './domain/feature-type';
import { Meter } from './meter.views';

export const FeatureTypeEnum = enumShape<FeatureType>('FeatureType', ['BOOLEAN', 'NUMBER', 'ENUM']);
export const MeterTypeEnum = enumShape<MeterType>('MeterType', ['None', 'FLUCTUATING', 'INCREMENTAL']);
export const FeatureStatusEnum = enumShape<FeatureStatus>('FeatureStatus', ['NEW', 'SUSPENDED', 'ACTIVE']);
export const RoundEnum = enumShape<'UP' | 'DOWN'>('Round', ['UP', 'DOWN']);

@Shared('One value of an ENUM feature.')
export class EnumConfiguration {
  @Text({ min: 1, max: 255 }) displayName: string;
  @Text({ min: 1, max: 255 }) value: string;
}

@View('How reported usage becomes sold units.')
export class UnitTransformation {
  @Num() divide: number;
  @Text({ nullable: true }) featureUnits: string | null;
  @Text({ nullable: true }) featureUnitsPlural: string | null;
  @OneOf(RoundEnum) round: 'UP' | 'DOWN';
}

@View('A capability that can be granted.')
export class Feature {
  @Text() id: string;
  @Timestamp() createdAt: Date;
  @Text({ nullable: true }) description: string | null;
  @Text() displayName: string;
  @ListOf(EnumConfiguration, { nullable: true }) enumConfiguration: EnumConfiguration[] | null;
  @OneOf(FeatureStatusEnum) featureStatus: FeatureStatus;
  @OneOf(FeatureTypeEnum) featureType: FeatureType;
  @Text({ nullable: true }) featureUnits: string | null;
  @Text({ nullable: true }) featureUnitsPlural: string | null;
  @StringMap() metadata: Record<string, string>;

  @Nested(Meter, { optional: true, nullable: true, description: 'An addition of ours (catalog F7).' })
  meter: Meter | null;

  @OneOf(MeterTypeEnum) meterType: MeterType;
  @Nested(UnitTransformation, { nullable: true }) unitTransformation: UnitTransformation | null;
  @Timestamp() updatedAt: Date;

  static from(feature: StoredFeature): Feature {
    const { id, createdAt, description, displayName, enumConfiguration, featureStatus, featureType } =
      feature;
    const { featureUnits, featureUnitsPlural, metadata, meter, meterType, unitTransformation, updatedAt } =
      feature;
    return {
      id,
      createdAt,
      description,
      displayName,
      enumConfiguration,
      featureStatus,
      featureType,
      featureUnits,
      featureUnitsPlural,
      metadata,
      meter,
      meterType,
      unitTransformation,
      updatedAt,
    };
  }
}
