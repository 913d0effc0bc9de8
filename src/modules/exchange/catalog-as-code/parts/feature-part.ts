import { Injectable } from '@nestjs/common';
import { mapInTurns } from '#libs/kernel/turns';
import {
  FeatureLifeService,
  FeaturesService,
  type CreateFeatureBody,
  type StoredFeature,
} from '#modules/catalog/features';
import type { ObjectChange } from '../domain/catalog-object';
import { featureForm, type FeatureDocument } from '../domain/feature-form';
import { patchOf, saysNothing, type CatalogPart, type PartObject, type Steps } from './catalog-part';

// The door clears texts by empty ones.
const texts = { displayName: '', description: '', featureUnits: '', featureUnitsPlural: '' };
const changeable = { ...texts, enumConfiguration: [], unitTransformation: null, meter: null, metadata: {} };

@Injectable()
export class FeaturePart implements CatalogPart<FeatureDocument> {
  readonly form = featureForm;

  constructor(
    private readonly features: FeaturesService,
    private readonly lives: FeatureLifeService,
  ) {}

  async read(hold: boolean): Promise<PartObject<FeatureDocument>[]> {
    const stored = await this.features.everything(hold);
    return mapInTurns(stored, (feature) => ({
      object: told(feature),
      isArchived: feature.featureStatus === 'SUSPENDED',
    }));
  }

  makeAll(changes: readonly ObjectChange<FeatureDocument>[]): Promise<unknown> {
    return this.features.createAll(
      changes.map(({ after, at }) => ({ asked: after as CreateFeatureBody, at })),
    );
  }

  steps({ id, action, before, after }: ObjectChange<FeatureDocument>): Steps {
    if (!after) return { RETIRE: [() => this.lives.archive(id)] };
    if (!before) return {};
    const patch = patchOf(before, after, changeable);
    return {
      MAKE: action === 'UNARCHIVE' ? [() => this.lives.unarchive(id)] : [],
      CHANGE: saysNothing(patch) ? [] : [() => this.features.update(id, patch)],
    };
  }
}

function told(feature: StoredFeature): FeatureDocument {
  const { id, displayName, description, featureType, meterType, featureUnits, featureUnitsPlural } = feature;
  const { unitTransformation, meter, enumConfiguration, metadata } = feature;
  const kind = { id, displayName, description, featureType, meterType, featureUnits, featureUnitsPlural };
  return featureForm.normal({ ...kind, unitTransformation, meter, enumConfiguration, metadata });
}
