import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { patchMetadata, type Metadata, type MetadataPatch } from '#libs/kernel/metadata';
import { withoutAbsent } from '#libs/kernel/patch';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import { requireEnumConfiguration, type EnumValue } from './enum-configuration';
import { requirePair } from './feature-pair';
import type { FeatureType, MeterType } from './feature-type';
import type { UnitTransformation } from './unit-transformation';
import { requireUnits, type Units } from './units';

export type FeatureStatus = 'NEW' | 'ACTIVE' | 'SUSPENDED';

/** A unit transformation with the names of its sold units. Domain: catalog F6 */
export interface SoldUnits extends UnitTransformation, Units {}

interface NewFeature extends Units {
  id: string;
  displayName: string;
  description: string | null;
  featureType: FeatureType;
  meterType: MeterType;
  featureStatus: FeatureStatus;
  enumConfiguration: EnumValue[] | null;
  unitTransformation: SoldUnits | null;
  metadata: Metadata;
}

export interface FeatureChanges {
  displayName?: string;
  description?: string;
  featureUnits?: string;
  featureUnitsPlural?: string;
  enumConfiguration?: EnumValue[];
  unitTransformation?: SoldUnits | null;
  metadata?: MetadataPatch;
}

/** A capability that can be granted. Domain: catalog §3 */
export class Feature extends TenantEntity {
  id: string;
  displayName: string;
  description: string | null;
  featureType: FeatureType;
  meterType: MeterType;
  featureStatus: FeatureStatus;
  featureUnits: string | null;
  featureUnitsPlural: string | null;
  enumConfiguration: EnumValue[] | null;
  unitTransformation: SoldUnits | null;
  metadata: Metadata;

  /** @throws MeteringNotAvailableForFeatureType, FeatureConfigurationExceededLimitError, BadUserInput */
  static create(given: NewFeature, now: Date): Feature {
    requirePair(given.featureType, given.meterType);
    if (given.featureStatus === 'SUSPENDED') {
      throw badInput('featureStatus: a new feature is NEW or ACTIVE; archive it to suspend it');
    }
    const feature = Feature.born<Feature>(Feature, given, now);
    feature.settle();
    return feature;
  }

  /** @throws EntityIsArchivedError, BadUserInput, FeatureConfigurationExceededLimitError, InvalidMetadataError */
  change({ metadata, ...rest }: FeatureChanges): void {
    this.requireUsable();
    Object.assign(this, withoutAbsent(rest));
    this.metadata = patchMetadata(this.metadata, metadata);
    this.settle();
  }

  /** @throws EntityIsArchivedError: a suspended feature is granted to nobody new. Domain: catalog F9 */
  requireUsable(): void {
    if (this.featureStatus !== 'SUSPENDED') return;
    throw new DomainError('EntityIsArchivedError', `Feature ${this.id} is archived`);
  }

  get isMetered(): boolean {
    return this.meterType !== 'None';
  }

  private settle(): void {
    this.enumConfiguration = requireEnumConfiguration(this.featureType, this.enumConfiguration);
    Object.assign(this, requireUnits(this));
    if (!this.unitTransformation) return;
    if (!this.isMetered)
      throw badInput('unitTransformation: only a metered feature reports usage to transform');
    const { divide, round } = this.unitTransformation;
    if (divide <= 0) throw badInput('unitTransformation.divide must be greater than 0');
    this.unitTransformation = {
      divide,
      round,
      ...requireUnits(this.unitTransformation, 'unitTransformation.'),
    };
  }
}
