import { one, page } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { Remembered } from '#libs/context/remembered';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { canonicalJson } from '#libs/kernel/canonical-json';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { eachPlaced, type Placed } from '#libs/kernel/errors/placed';
import { newMetadata } from '#libs/kernel/metadata';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Recorder, type Changes, type ToldObject } from '#libs/messaging/recorder';
import { Extensions, Question } from '#libs/messaging/extensions';
import { removedValues } from './domain/enum-configuration';
import { Feature as StoredFeature, type NewFeature, type SoldUnits } from './domain/feature';
import type {
  CreateFeatureBody,
  CreateFeatureUnitTransformation,
  ListFeaturesQuery,
  UpdateFeatureBody,
} from './features.inputs';
import { FeaturesRepository } from './features.repository';
import { Feature } from './features.views';

/** Do these values of the feature stand in something that was sold? Asked before they are removed (catalog F4). */
export const enumValuesRemoval = new Question<{ feature: StoredFeature; values: string[] }>(
  'feature.remove-values',
);

/** Is the feature in live subscriptions? Asked before its unit transformation changes (catalog F6). */
export const unitTransformationChange = new Question<{ feature: StoredFeature }>('feature.change-units');

/** Is the feature in live subscriptions? Asked before its meter is set, changed or removed (catalog F8). */
export const meterChange = new Question<{ feature: StoredFeature }>('feature.change-meter');

export const toldAsFeature: ToldObject<StoredFeature, Feature> = {
  entity: 'FEATURE',
  noun: 'feature',
  view: Feature.from,
  payload: (feature) => ({ feature }),
};

@Injectable()
export class FeaturesService {
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
   * @throws DuplicatedEntityNotAllowed, MeteringNotAvailableForFeatureType, MeterMustBeAssociatedToMeteredFeature,
   *   FeatureConfigurationExceededLimitError, InvalidMetadataError, BadUserInput
   */
  @UseCase('createFeature', { needs: 'features:write', answers: one(Feature), summary: 'Create a feature.' })
  async create(body: CreateFeatureBody): Promise<Feature> {
    const [feature] = await this.createAll([{ asked: body }]);
    return feature as Feature;
  }

  /** Each as `create` makes it, stored together. @throws what `create` throws, with its place */
  @Within()
  async createAll(requests: readonly Placed<CreateFeatureBody>[]): Promise<Feature[]> {
    const now = this.clock.now();
    const features = await eachPlaced(requests, (body) => StoredFeature.create(newFeature(body), now));
    return this.changes.createAll(features);
  }

  /** @throws FeatureNotFound */
  @UseCase('getFeature', {
    needs: 'features:read',
    opens: 'PUBLIC',
    answers: one(Feature),
    summary: 'Get a feature.',
  })
  async get(id: string): Promise<Feature> {
    return this.changes.get(id);
  }

  @UseCase('listFeatures', {
    needs: 'features:read',
    opens: 'PUBLIC',
    answers: page(Feature),
    summary: 'List features, newest first.',
  })
  async list(query: ListFeaturesQuery): Promise<Page<Feature>> {
    const { id: ids, featureType, meterType, status, createdAt } = query;
    const filter = { ids, featureType, meterType, status, createdAt };
    return mapPage(await this.features.list(pageRequestOf(query), filter), Feature.from);
  }

  /**
   * @throws FeatureNotFound, EntityIsArchivedError, IntegrityViolation for a value in use (catalog F4),
   *   CannotUpdateUnitTransformationError (catalog F6), CannotUpdateMeterOfFeatureInUse (catalog F8), and what `change` of a feature throws
   */
  @UseCase('updateFeature', { needs: 'features:write', answers: one(Feature), summary: 'Change a feature.' })
  async update(id: string, { unitTransformation, ...rest }: UpdateFeatureBody): Promise<Feature> {
    return this.changes.apply(id, 'updated', async (feature) => {
      const before = copyOf(feature);
      feature.change({ ...rest, unitTransformation: soldUnitsOf(unitTransformation) });
      await this.askAbout(feature, before);
    });
  }

  /** The features of these ids. @throws FeatureNotFound naming the first unknown one */
  @Within()
  @Remembered()
  async findAll(ids: readonly string[]): Promise<Map<string, StoredFeature>> {
    return requireAll(ids, await this.features.findMany(ids));
  }

  /** Those that a batch names. @throws FeatureNotFound at the first element that names an unknown one */
  @Within()
  async findPlaced(named: readonly Placed<string>[]): Promise<Map<string, StoredFeature>> {
    const found = await this.features.findMany([...new Set(named.map(({ asked }) => asked))]);
    await eachPlaced(named, (id) => requireAll([id], found));
    return found;
  }

  /** The same for who refers to them without a foreign key: none is deleted in between. @throws as `findPlaced` */
  @Within()
  async keepPlaced(named: readonly Placed<string>[]): Promise<Map<string, StoredFeature>> {
    const found = await this.features.keep(named.map(({ asked }) => asked));
    await eachPlaced(named, (id) => requireAll([id], found));
    return found;
  }

  /** All of the environment, suspended ones too. @param hold against other writers until the end of the unit of work */
  @Within()
  everything(hold: boolean): Promise<StoredFeature[]> {
    return this.features.everything(hold);
  }

  /** Those whose id or displayName it is; names are not unique. */
  @Within()
  called(name: string): Promise<StoredFeature[]> {
    return this.features.called(name);
  }

  @Within()
  @Remembered()
  byUids(uids: readonly string[]): Promise<Map<string, StoredFeature>> {
    return this.features.findByUids(uids);
  }

  /** What others stand on does not change under them. Domain: catalog F4, F6, F8 */
  private async askAbout(feature: StoredFeature, before: StoredFeature): Promise<void> {
    const values = removedValues(before.enumConfiguration, feature.enumConfiguration);
    if (values.length > 0) await this.extensions.ask(enumValuesRemoval, { feature, values });
    if (differ(before.unitTransformation, feature.unitTransformation)) {
      await this.extensions.ask(unitTransformationChange, { feature });
    }
    if (differ(before.meter, feature.meter)) await this.extensions.ask(meterChange, { feature });
  }
}

function newFeature(body: CreateFeatureBody): NewFeature {
  const {
    id,
    displayName,
    featureType,
    meterType = 'None',
    featureStatus = 'NEW',
    description = null,
  } = body;
  const { featureUnits = null, featureUnitsPlural = null, enumConfiguration = null, meter = null } = body;
  const unitTransformation = soldUnitsOf(body.unitTransformation) ?? null;
  const metadata = newMetadata(body.metadata);
  const kind = { id, displayName, description, featureType, meterType, featureStatus, metadata };
  return { ...kind, featureUnits, featureUnitsPlural, enumConfiguration, unitTransformation, meter };
}

function requireAll(ids: readonly string[], found: Map<string, StoredFeature>): Map<string, StoredFeature> {
  const unknown = ids.find((id) => !found.has(id));
  if (unknown === undefined) return found;
  throw new DomainError('FeatureNotFound', `Feature ${unknown} was not found`);
}

const differ = (before: object | null, after: object | null): boolean =>
  canonicalJson(before) !== canonicalJson(after);

/** Billing always rounds up to whole sold units, so UP is the default. Domain: catalog F6 */
function soldUnitsOf(
  asked: CreateFeatureUnitTransformation | null | undefined,
): SoldUnits | null | undefined {
  if (!asked) return asked;
  const { divide, round = 'UP', featureUnits = null, featureUnitsPlural = null } = asked;
  return { divide, round, featureUnits, featureUnitsPlural };
}
