import { Injectable } from '@nestjs/common';
import { soldBetween } from '#libs/business/values/unit-transformation';
import { Clock } from '#libs/kernel/clock';
import { Decimal } from '#libs/kernel/decimal';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { EntitlementsService, type FeatureAnswer } from '#modules/entitlements/entitlements';
import { matchesOf, type MatchedMeter } from '#modules/entitlements/events';
import { usageAfter } from '#modules/entitlements/metering';
import { addedBy, MetersService } from '#modules/entitlements/meters';
import { SourceHistory } from '#modules/entitlements/source-history';
import { estimatesOf, type RatedUse } from './domain/credit-estimate';
import type { EstimateEventBody, EstimateUsageBody } from './estimates.inputs';
import { Estimate, EstimateEventData, type EstimateWarning } from './estimates.views';

/** Who would use it, and what a formula would be told. */
type Asked = Pick<EstimateUsageBody, 'customerId' | 'resourceId' | 'dimensions'>;

/** What usage would cost in credits. Nothing is counted, taken or made. Domain: entitlements-usage A18 */
@Injectable()
export class EstimatesService {
  constructor(
    private readonly entitlements: EntitlementsService,
    private readonly meters: MetersService,
    private readonly history: SourceHistory,
    private readonly clock: Clock,
  ) {}

  /**
   * As a report of now would take it.
   * @throws CustomerNotFound, EntityIsArchivedError, EntitlementUsageOutOfRangeError, UsageMeasurementDiffOutOfRangeError
   */
  @UseCase('estimateUsage', {
    needs: 'usage:read',
    answers: one(EstimateEventData),
    summary: 'Tell what usage would cost in credits. Nothing is counted.',
  })
  async ofUsage(body: EstimateUsageBody): Promise<EstimateEventData> {
    const { featureId, value, updateBehavior } = body;
    const answer = await this.answerTo(body, featureId);
    if (!answer.feature) return this.told(body, [answer], [], 'FEATURE_NOT_FOUND');
    const { credits, reportedUsage: before } = answer;
    if (!credits) return this.told(body, [answer], [], 'FEATURE_NOT_CREDIT_BASED');
    const after = usageAfter(before, updateBehavior === 'SET' ? value - before : value);
    const units = unitsOf(answer, new Decimal(after).minus(before));
    return this.told(body, [answer], [{ featureId, ...credits, units, isUnsupported: false }]);
  }

  /** As it would feed each feature. @throws CustomerNotFound, EntityIsArchivedError */
  @UseCase('estimateEvent', {
    needs: 'events:read',
    answers: one(EstimateEventData),
    summary: 'Tell what a raw event would cost in credits. Nothing is kept or counted.',
  })
  async ofEvent(body: EstimateEventBody): Promise<EstimateEventData> {
    const { eventName, dimensions = {} } = body;
    const matched = matchesOf({ eventName, dimensions }, await this.meters.inForce()).meters;
    const answers: FeatureAnswer[] = [];
    const uses: RatedUse[] = [];
    for (const each of matched) {
      const answer = await this.answerTo(body, each.meter.featureId);
      answers.push(answer);
      if (answer.credits) uses.push(useOf(answer, each));
    }
    // Of whom nothing is asked by a meter nothing is known yet.
    if (matched.length === 0) await this.answerTo(body, '');
    if (uses.length > 0) return this.told(body, answers, uses);
    return this.told(
      body,
      answers,
      [],
      matched.length === 0 ? 'FEATURE_NOT_FOUND' : 'FEATURE_NOT_CREDIT_BASED',
    );
  }

  private async answerTo(
    { customerId, resourceId = null }: Asked,
    featureId: string,
  ): Promise<FeatureAnswer> {
    const answer = await this.entitlements.answerTo({ customerId, featureId, resourceId });
    if (answer.customerUid === null)
      throw new DomainError('CustomerNotFound', `customer ${customerId} was not found`);
    if (answer.isArchived)
      throw new DomainError('EntityIsArchivedError', `customer ${customerId} is archived`);
    return answer;
  }

  private async told(
    { resourceId, dimensions = {} }: Asked,
    answers: readonly FeatureAnswer[],
    uses: readonly RatedUse[],
    warning?: EstimateWarning,
  ): Promise<EstimateEventData> {
    const warnings = warning ? [warning] : [];
    if (await this.isForResource(resourceId, answers))
      warnings.unshift('RESOURCE_SCOPED_SUBSCRIPTION_EXISTS');
    return { estimates: estimatesOf(uses, dimensions).map(Estimate.from), warnings };
  }

  /** It names no resource, and one has the feature by a subscription of its own: it may have been forgotten. */
  private async isForResource(
    resourceId: string | null | undefined,
    answers: readonly FeatureAnswer[],
  ): Promise<boolean> {
    const featureUids = answers.flatMap(({ feature }) => feature?.uid ?? []);
    const customerUid = answers[0]?.customerUid;
    if (resourceId || featureUids.length === 0 || !customerUid) return false;
    return this.history.isGrantedToResources(customerUid, featureUids, this.clock.now());
  }
}

function useOf(answer: FeatureAnswer, { meter, taken }: MatchedMeter): RatedUse {
  const { credits, feature } = answer;
  if (!credits || !feature) throw new Error('Usage of the feature is paid by no wallet');
  const { isCumulative, added } = addedBy(meter.definition.aggregation, taken);
  const units = isCumulative ? (unitsOf(answer, added, true) ?? new Decimal(0)) : added;
  return { featureId: feature.id, ...credits, units, isUnsupported: !isCumulative };
}

/** Sold ones; of blocks those that would be begun. @param isEvent costs by its formula also where it adds nothing. Domain: catalog F6; credits F2 */
function unitsOf({ feature, reportedUsage }: FeatureAnswer, added: Decimal, isEvent = false): Decimal | null {
  if (!isEvent && !added.greaterThan(0)) return null;
  return soldBetween(reportedUsage, added.plus(reportedUsage), feature?.unitTransformation ?? null);
}
