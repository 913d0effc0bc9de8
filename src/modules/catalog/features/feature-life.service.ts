import { one } from '#libs/use-cases/answer';
import { IdReference } from '#libs/shape/id-reference';
import { Injectable } from '@nestjs/common';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { Extensions, Question } from '#libs/messaging/extensions';
import type { Feature as StoredFeature } from './domain/feature';
import { FeaturesRepository } from './features.repository';
import { toldAsFeature } from './features.service';
import { Feature } from './features.views';

/** Does anything that is sold now use the feature? Asked before it is archived (catalog F9). */
export const featureArchival = new Question<{ feature: StoredFeature }>('feature.archive');

/** Does anything refer to the feature that no foreign key knows of? Asked before it is deleted (catalog F9). */
export const featureDeletion = new Question<{ feature: StoredFeature }>('feature.delete');

/** From NEW to ACTIVE, to SUSPENDED and back, and out of the world. Domain: catalog F3, F9 */
@Injectable()
export class FeatureLifeService {
  private readonly changes: Changes<StoredFeature, Feature>;

  constructor(
    private readonly features: FeaturesRepository,
    private readonly extensions: Extensions,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(features, toldAsFeature);
  }

  /**
   * Nothing new grants it; who has it keeps it. Archiving is what receivers of events call deleted (access-and-events W6).
   * @throws FeatureNotFound, EntityIsArchivedError, CannotArchiveFeatureError
   */
  @UseCase('archiveFeature', {
    needs: 'features:write',
    answers: one(Feature),
    summary: 'Archive a feature that nothing on sale uses; who has it keeps it.',
  })
  async archive(id: string): Promise<Feature> {
    return this.changes.apply(id, 'deleted', async (feature) => {
      feature.archive();
      await this.extensions.ask(featureArchival, { feature });
    });
  }

  /** @throws FeatureNotFound, BadUserInput when it is not archived */
  @UseCase('unarchiveFeature', {
    needs: 'features:write',
    answers: one(Feature),
    summary: 'Bring an archived feature back.',
  })
  async unarchive(id: string): Promise<Feature> {
    return this.changes.apply(id, 'updated', (feature) => feature.unarchive());
  }

  /** For good, when nothing ever referred to it. @throws FeatureNotFound, CannotDeleteFeatureError */
  @UseCase('deleteFeature', {
    needs: 'features:write',
    answers: one(IdReference),
    summary: 'Delete a feature that nothing ever referred to.',
  })
  async delete(id: string): Promise<{ id: string }> {
    const feature = await this.features.lockOrThrow(id);
    // Before anybody is asked, so that no reference comes between the answer and the deletion.
    await this.features.lockWhole(feature);
    await this.extensions.ask(featureDeletion, { feature });
    await this.features.tellNow(this.clock.now());
    await this.changes.remove(feature, (it) =>
      this.features.removeUnreferenced(it, (by) => stillReferred(id, by)),
    );
    return { id };
  }

  /**
   * From its first publication on a feature is in use. What is published stays true until the publication is committed: it
   * waits for those who archive one of them or take a value away, and they wait for it.
   * @returns them by uid, as they stay
   */
  @Within()
  async activate(uids: readonly string[]): Promise<Map<string, StoredFeature>> {
    if (uids.length === 0) return new Map();
    const created = await this.features.lockNew(uids);
    const before = created.map(copyOf);
    for (const feature of created) feature.activate();
    await this.features.saveActivated(created, this.clock.now());
    for (const [index, feature] of created.entries())
      this.changes.add('updated', before[index] ?? null, feature);
    return this.features.hold(uids);
  }
}

const stillReferred = (id: string, by: string): DomainError =>
  new DomainError(
    'CannotDeleteFeatureError',
    `Feature ${id} cannot be deleted, a ${by} refers to it; archive it instead`,
  );
