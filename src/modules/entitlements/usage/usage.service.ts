import { list } from '#libs/use-cases/answer';
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { canonicalJson } from '#libs/kernel/canonical-json';
import { eachPlaced, placedIn } from '#libs/kernel/errors/placed';
import { CustomersService } from '#modules/customers/customers';
import { EntitlementsService, type FeatureAnswer } from '#modules/entitlements/entitlements';
import { MeteringService, type UsageReport } from '#modules/entitlements/metering';
import { requireCountable } from './domain/countable';
import { instantOf } from './domain/report-instant';
import type { ReportUsageBody, UsageReportInput } from './usage.inputs';
import { ReportUsageData } from './usage.views';

/** A report with what the entitlements say of it. */
interface AnsweredReport {
  usage: UsageReportInput;
  answer: FeatureAnswer;
  occurredAt: Date;
}

@Injectable()
export class UsageService {
  constructor(
    private readonly entitlements: EntitlementsService,
    private readonly metering: MeteringService,
    private readonly customers: CustomersService,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts a batch whole or not at all; the next check sees it. A repeated idempotencyKey counts nothing and gives the
   * first answer again; a refusal tells which element. Domain: entitlements-usage A2, A5, A6
   * @throws CustomerNotFound, FeatureNotFound, EntityIsArchivedError, UnsupportedFeatureType,
   *   CannotReportUsageForEntitlementWithMeterError, NoFeatureEntitlementInSubscription, EntitlementUsageOutOfRangeError, UsageMeasurementDiffOutOfRangeError, BadUserInput
   */
  @UseCase('reportUsage', {
    needs: 'usage:write',
    answers: list(ReportUsageData),
    summary: 'Report 1 to 100 usages.',
  })
  async report({ usages }: ReportUsageBody): Promise<ReportUsageData[]> {
    const now = this.clock.now();
    const instants = usages.map((usage, index) => instantOf(usage.createdAt, now, index));
    const answers = await this.entitlements.answersFor(usages.map(questionOf));
    const answered = usages.map((usage, index) => ({
      usage,
      answer: answers[index] as FeatureAnswer,
      occurredAt: instants[index] as Date,
    }));
    const reports = await eachPlaced(placedIn('usages', answered), (each) => this.reportOf(each));
    const measurements = await this.metering.count(placedIn('usages', reports));
    return measurements.map((measurement, index) => {
      const { customerId, featureId, resourceId = null } = usages[index] as UsageReportInput;
      const { feature, entitlement } = answers[index] as FeatureAnswer;
      const isReset = entitlement?.grant.reset.period != null && measurement.window !== null;
      const unitTransformation = feature?.unitTransformation ?? null;
      return ReportUsageData.from(measurement, {
        customerId,
        featureId,
        resourceId,
        unitTransformation,
        isReset,
      });
    });
  }

  private async reportOf({ usage, answer, occurredAt }: AnsweredReport): Promise<UsageReport> {
    const { customerUid, feature, entitlement } = requireCountable(answer, usage);
    await this.nameResource(usage, answer);
    const { value, updateBehavior = 'DELTA', idempotencyKey = null, dimensions = null, createdAt } = usage;
    return {
      customerUid,
      resourceKey: entitlement.scope,
      featureUid: feature.uid,
      value,
      updateBehavior,
      occurredAt,
      idempotencyKey,
      dimensions,
      fingerprint: fingerprintOf({ value, updateBehavior, createdAt, dimensions }),
      isGauge: feature.meterType === 'FLUCTUATING',
      rule: { ...entitlement.grant.reset, anchor: entitlement.anchor },
    };
  }

  /** A resource exists from the first report that names it. Domain: customers-subscriptions U10 */
  private async nameResource(
    { customerId, resourceId }: UsageReportInput,
    { resourceUid }: FeatureAnswer,
  ): Promise<void> {
    if (!resourceId || resourceUid !== null) return;
    await this.customers.ensureResource(await this.customers.getOrThrow(customerId), resourceId);
  }
}

const questionOf = ({ customerId, featureId, resourceId = null }: UsageReportInput) => ({
  customerId,
  featureId,
  resourceId,
});

const fingerprintOf = (request: object): string =>
  createHash('sha256').update(canonicalJson(request)).digest('base64url').slice(0, 22);
