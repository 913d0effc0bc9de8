import { Injectable } from '@nestjs/common';
import { UseCase, Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { DomainError, notBuilt } from '#libs/kernel/errors/domain-error';
import { newMetadata } from '#libs/kernel/metadata';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import { Outbox } from '#libs/messaging/outbox';
import { Question, Vetoes } from '#libs/messaging/vetoes';
import { removedValues } from './domain/enum-configuration';
import { Feature as StoredFeature, type SoldUnits } from './domain/feature';
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

@Injectable()
export class FeaturesService {
  constructor(
    private readonly features: FeaturesRepository,
    private readonly outbox: Outbox,
    private readonly vetoes: Vetoes,
    private readonly clock: Clock,
  ) {}

  /** @throws DuplicatedEntityNotAllowed, MeteringNotAvailableForFeatureType, FeatureConfigurationExceededLimitError */
  @UseCase('createFeature', { needs: 'features:write' })
  async create(body: CreateFeatureBody): Promise<Feature> {
    const {
      id,
      displayName,
      featureType,
      meterType = 'None',
      featureStatus = 'NEW',
      description = null,
    } = body;
    const { featureUnits = null, featureUnitsPlural = null, enumConfiguration = null } = body;
    const unitTransformation = soldUnitsOf(body.unitTransformation) ?? null;
    const metadata = newMetadata(body.metadata);
    const kind = { id, displayName, description, featureType, meterType, featureStatus, metadata };
    const units = { featureUnits, featureUnitsPlural, enumConfiguration, unitTransformation };
    const feature = StoredFeature.create({ ...kind, ...units }, this.clock.now());
    await this.features.insert(feature);
    return this.tell('feature.created', feature);
  }

  /** @throws FeatureNotFound */
  @UseCase('getFeature', { needs: 'features:read' })
  async get(id: string): Promise<Feature> {
    return Feature.from(await this.features.getOrThrow(id));
  }

  @UseCase('listFeatures', { needs: 'features:read' })
  async list(query: ListFeaturesQuery): Promise<Page<Feature>> {
    const { id: ids, featureType, meterType, status, createdAt } = query;
    const filter = { ids, featureType, meterType, status, createdAt };
    return mapPage(await this.features.list(pageRequestOf(query), filter), Feature.from);
  }

  /**
   * @throws FeatureNotFound, EntityIsArchivedError, IntegrityViolation for a value in use (F4),
   *   CannotUpdateUnitTransformationError while subscriptions use the feature (F6)
   */
  @UseCase('updateFeature', { needs: 'features:write' })
  async update(id: string, body: UpdateFeatureBody): Promise<Feature> {
    const { meter, unitTransformation, ...rest } = body;
    const feature = await this.features.lockOrThrow(id);
    feature.requireUsable();
    if (meter !== undefined) throw notBuilt('meter', 'feeding a feature from raw events');
    const before = { values: feature.enumConfiguration, units: JSON.stringify(feature.unitTransformation) };
    feature.change({ ...rest, unitTransformation: soldUnitsOf(unitTransformation) });
    const values = removedValues(before.values, feature.enumConfiguration);
    if (values.length > 0) await this.vetoes.ask(enumValuesRemoval, { feature, values });
    if (JSON.stringify(feature.unitTransformation) !== before.units) {
      await this.vetoes.ask(unitTransformationChange, { feature });
    }
    await this.features.save(feature, this.clock.now());
    return this.tell('feature.updated', feature);
  }

  /** The features of these ids. @throws FeatureNotFound naming the first unknown one */
  @Within()
  async findAll(ids: readonly string[]): Promise<Map<string, StoredFeature>> {
    const found = await this.features.findMany(ids);
    const unknown = ids.find((id) => !found.has(id));
    if (unknown === undefined) return found;
    throw new DomainError('FeatureNotFound', `Feature ${unknown} was not found`);
  }

  @Within()
  byUids(uids: readonly string[]): Promise<Map<string, StoredFeature>> {
    return this.features.findByUids(uids);
  }

  @Within()
  activate(uids: readonly string[]): Promise<void> {
    return this.features.activate(uids, this.clock.now());
  }

  private tell(type: string, feature: StoredFeature): Feature {
    const view = Feature.from(feature);
    this.outbox.record({ type, entityType: 'FEATURE', entityId: feature.id, payload: { feature: view } });
    return view;
  }
}

/** Billing always rounds up to whole sold units, so UP is the default. Domain: catalog F6 */
function soldUnitsOf(
  asked: CreateFeatureUnitTransformation | null | undefined,
): SoldUnits | null | undefined {
  if (!asked) return asked;
  const { divide, round = 'UP', featureUnits = null, featureUnitsPlural = null } = asked;
  return { divide, round, featureUnits, featureUnitsPlural };
}
