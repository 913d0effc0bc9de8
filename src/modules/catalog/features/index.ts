export type { Feature as StoredFeature, FeatureStatus } from './domain/feature';
export type { FeatureType, MeterType } from './domain/feature-type';
export { soldUnits, type UnitTransformation } from '#libs/business/values/unit-transformation';
export { CreateFeatureBody, UpdateFeatureBody } from './features.inputs';
export { FeaturesModule } from './features.module';
export { featureArchival, featureDeletion, FeatureLifeService } from './feature-life.service';
export {
  enumValuesRemoval,
  FeaturesService,
  meterChange,
  unitTransformationChange,
} from './features.service';
export {
  MonthlyResetPeriodConfiguration,
  WeeklyResetPeriodConfiguration,
  YearlyResetPeriodConfiguration,
} from './reset-period.inputs';
export { ResetPeriodConfiguration, ResetPeriodEnum } from './reset-period.views';
export { FeatureStatusEnum, FeatureTypeEnum } from './features.views';
