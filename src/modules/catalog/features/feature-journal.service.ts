import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { told } from '#libs/kernel/revision';
import { Journal } from '#libs/messaging/journal';
import type { Feature as StoredFeature } from './domain/feature';
import { Feature } from './features.views';

const entityOf = ({ id }: StoredFeature) => ({ entityType: 'FEATURE', entityId: id }) as const;

/** How changes of features are told. */
@Injectable()
export class FeatureJournal {
  constructor(private readonly journal: Journal) {}

  @Within()
  changed(
    type: 'feature.created' | 'feature.updated',
    feature: StoredFeature,
    before: Feature | null,
  ): Feature {
    const after = Feature.from(feature);
    this.journal.record({ type, ...entityOf(feature), before, after, payload: { feature: after } });
    return told(after, feature);
  }

  @Within()
  deleted(feature: StoredFeature): void {
    const before = Feature.from(feature);
    const type = 'feature.deleted';
    this.journal.record({ type, ...entityOf(feature), before, after: null, payload: { feature: before } });
  }
}
