import type { Meter } from '#libs/business/values/meter';
import type { UnitTransformation } from '#libs/business/values/unit-transformation';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { patchMetadata, type Metadata, type MetadataPatch } from '#libs/kernel/metadata';
import { withoutAbsent } from '#libs/kernel/patch';
import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { requireEnumConfiguration, type EnumValue } from './enum-configuration';
import { requirePair } from './feature-pair';
import type { FeatureType, MeterType } from './feature-type';
import { requireMeter, requireMeterable } from './meter';
import { requireUnits, type Units } from './units';

export type FeatureStatus = 'NEW' | 'ACTIVE' | 'SUSPENDED';

/** A unit transformation with the names of its sold units. Domain: catalog F6 */
export interface SoldUnits extends UnitTransformation, Units {}

export interface NewFeature extends Units {
  id: string;
  displayName: string;
  description: string | null;
  featureType: FeatureType;
  meterType: MeterType;
  featureStatus: FeatureStatus;
  enumConfiguration: EnumValue[] | null;
  unitTransformation: SoldUnits | null;
  meter: Meter | null;
  metadata: Metadata;
}

export interface FeatureChanges {
  displayName?: string;
  description?: string;
  featureUnits?: string;
  featureUnitsPlural?: string;
  enumConfiguration?: EnumValue[];
  unitTransformation?: SoldUnits | null;
  meter?: Meter | null;
  metadata?: MetadataPatch;
}

/** A capability that can be granted. Domain: catalog F1 */
export class Feature extends AddressedEntity {
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
  /** Null where usage is reported as calculated. Domain: catalog F8 */
  meter: Meter | null;
  metadata: Metadata;

  /**
   * @throws MeteringNotAvailableForFeatureType, MeterMustBeAssociatedToMeteredFeature,
   *   FeatureConfigurationExceededLimitError, BadUserInput
   */
  static create(given: NewFeature, now: Date): Feature {
    requirePair(given.featureType, given.meterType);
    if (given.featureStatus === 'SUSPENDED') {
      throw badInput('featureStatus: a new feature is NEW or ACTIVE; archive it to suspend it');
    }
    const feature = Feature.instantiate<Feature>(Feature, given, now);
    feature.settle();
    return feature;
  }

  /**
   * @throws EntityIsArchivedError, MeteringNotAvailableForFeatureType, MeterMustBeAssociatedToMeteredFeature,
   *   FeatureConfigurationExceededLimitError, InvalidMetadataError, BadUserInput
   */
  change({ metadata, ...rest }: FeatureChanges): void {
    this.requireUsable();
    Object.assign(this, withoutAbsent(rest));
    this.metadata = patchMetadata(this.metadata, metadata);
    this.settle();
  }

  /** From the first publication that grants it on. Domain: catalog F3 */
  activate(): void {
    this.featureStatus = 'ACTIVE';
  }

  /** Who has it keeps it. @throws EntityIsArchivedError when it is archived already. Domain: catalog F9 */
  archive(): void {
    this.requireUsable();
    this.featureStatus = 'SUSPENDED';
  }

  /** @throws BadUserInput when it is not archived, as customers do. Domain: catalog F3 */
  unarchive(): void {
    if (this.featureStatus !== 'SUSPENDED') throw badInput(`Feature ${this.id} is not archived`);
    this.activate();
  }

  /** @throws EntityIsArchivedError: a suspended feature is granted to nobody new. Domain: catalog F9 */
  requireUsable(): void {
    if (this.featureStatus !== 'SUSPENDED') return;
    throw new DomainError('EntityIsArchivedError', `Feature ${this.id} is archived; unarchive it first`);
  }

  get isMetered(): boolean {
    return this.meterType !== 'None';
  }

  private settle(): void {
    this.enumConfiguration = requireEnumConfiguration(this.featureType, this.enumConfiguration);
    Object.assign(this, requireUnits(this));
    this.settleMeter();
    this.settleUnitTransformation();
  }

  private settleMeter(): void {
    if (!this.meter) return;
    requireMeterable(this.featureType, this.meterType);
    this.meter = requireMeter(this.meter);
  }

  private settleUnitTransformation(): void {
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
