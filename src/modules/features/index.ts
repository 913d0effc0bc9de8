export type { Feature as StoredFeature, FeatureStatus } from './domain/feature';
export type { FeatureType, MeterType } from './domain/feature-type';
export { soldUnits, type UnitTransformation } from './domain/unit-transformation';
export { FeaturesModule } from './features.module';
export { enumValuesRemoval, FeaturesService, unitTransformationChange } from './features.service';
export { FeatureStatusEnum, FeatureTypeEnum } from './features.views';
