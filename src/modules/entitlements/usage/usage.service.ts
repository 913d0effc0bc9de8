import { list } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { requireContext } from '#libs/context/request-context';
import { UseCase } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { eachPlaced, placedIn } from '#libs/kernel/errors/placed';
import type { Soon } from '#libs/kernel/soon';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { CustomersService } from '#modules/customers/customers';
import { EntitlementsService } from '#modules/entitlements/entitlements';
import { AttributionKeys, namedBy } from '#modules/entitlements/governance';
import {
  instantOf,
  MeteringService,
  type Measurement,
  type NamedEntity,
  type PaidCredits,
  type UsageReport,
} from '#modules/entitlements/metering';
import { BilledReports } from './billed-reports.service';
import { requireCountable, type CountableAnswer, type ReportedAnswer } from './domain/countable';
import { limitOf, paymentOf, spendingOf, watchedBy } from './domain/watched-usage';
import type { ReportUsageBody, UsageReportInput } from './usage.inputs';
import { ReportUsageData } from './usage.views';

/** A report with what the entitlements say of it. */
interface AnsweredReport {
  usage: UsageReportInput;
  answer: ReportedAnswer;
  occurredAt: Date;
  /** Who within the customer its dimensions may name. */
  named: readonly NamedEntity[];
}

@Injectable()
export class UsageService {
  constructor(
    private readonly entitlements: EntitlementsService,
    private readonly metering: MeteringService,
    private readonly customers: CustomersService,
    private readonly billed: BilledReports,
    private readonly keys: AttributionKeys,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts a batch whole or not at all; the next check sees it. A repeated idempotencyKey counts nothing and gives the
   * first answer again; a refusal tells which element. Domain: entitlements-usage A2, A5, A6, Q12
   * @throws CustomerNotFound, FeatureNotFound, EntityIsArchivedError, UnsupportedFeatureType,
   *   CannotReportUsageForEntitlementWithMeterError, NoFeatureEntitlementInSubscription, EntitlementLimitExceededError, EntitlementUsageOutOfRangeError, UsageMeasurementDiffOutOfRangeError, BadUserInput
   */
  @UseCase('reportUsage', {
    needs: 'usage:write',
    commits: 'grouped',
    answers: list(ReportUsageData),
    summary: 'Report 1 to 100 usages.',
  })
  async report({ usages }: ReportUsageBody): Promise<ReportUsageData[]> {
    const now = this.clock.now();
    const instants = usages.map((usage, index) =>
      instantOf(usage.createdAt, now, `usages[${index}].createdAt`),
    );
    const keys = await this.keys.inForce();
    const answers = await this.entitlements.inForceFor(usages.map(questionOf));
    const answered = usages.map((usage, index) => ({
      usage,
      answer: answers[index] as ReportedAnswer,
      occurredAt: instants[index] as Date,
      named: namedBy(usage.dimensions, keys),
    }));
    // Of who has the feature nothing more is asked.
    if (answered.some(lacksEntitlement)) await this.billed.admit(answered.filter(lacksEntitlement));
    // A resource that is made must be there if and only if the report counts.
    return answered.some(newResourceOf)
      ? this.unitOfWork.run(() => this.counted(answered))
      : this.counted(answered);
  }

  private async counted(answered: readonly AnsweredReport[]): Promise<ReportUsageData[]> {
    const reports = await eachPlaced(placedIn('usages', answered), (each) => this.reportOf(each));
    const counted = await this.metering.count(placedIn('usages', reports));
    return counted.map(({ measurement, credits }, index) =>
      viewOf(answered[index] as AnsweredReport, measurement, credits),
    );
  }

  private reportOf(answered: AnsweredReport): Soon<UsageReport> {
    const { usage, answer } = answered;
    const countable = requireCountable(answer, usage);
    const resourceId = newResourceOf(answered);
    if (!resourceId) return reportOn(countable, answered);
    return this.keyOfNamed(usage.customerId, resourceId).then((resourceUid) =>
      reportOn({ ...countable, resourceUid }, answered),
    );
  }

  /** A resource exists from the first report that names it. Domain: customers-subscriptions U10 */
  private async keyOfNamed(customerId: string, resourceId: string): Promise<string> {
    const customer = await this.customers.getOrThrow(customerId);
    return (await this.customers.ensureResource(customer, resourceId)).uid;
  }
}

const lacksEntitlement = ({ answer }: AnsweredReport): boolean => answer.entitlement === undefined;

/** That its report is the first to name; undefined where it names none, or a known one. */
const newResourceOf = ({ usage, answer }: AnsweredReport): string | undefined =>
  answer.resourceUid === null ? (usage.resourceId ?? undefined) : undefined;

/** As its caller is answered, and who wants to hear of each report. */
function viewOf({ usage, answer }: AnsweredReport, measurement: Measurement, credits?: PaidCredits) {
  const { customerId, featureId, resourceId = null } = usage;
  const { feature, entitlement } = answer;
  const isReset = entitlement?.grant.reset.period != null && measurement.window !== null;
  const unitTransformation = feature?.unitTransformation ?? null;
  const measured = { customerId, featureId, resourceId, unitTransformation, isReset };
  return ReportUsageData.from(measurement, measured, credits);
}

function reportOn(countable: CountableAnswer, answered: AnsweredReport): UsageReport {
  const { usage, occurredAt, named } = answered;
  const { customerUid, resourceUid, feature, entitlement } = countable;
  const { value, updateBehavior = 'DELTA', idempotencyKey = null, dimensions = null } = usage;
  const { hasSoftLimit, reset } = entitlement.grant;
  const { period, accordingTo } = reset;
  const limit = limitOf(countable);
  const reporter = requireContext().principal?.actor;
  const isEnforced = usage.enforceLimit === true;
  return {
    customerUid,
    resourceKey: entitlement.scope,
    ...(usage.resourceId &&
      resourceUid &&
      resourceUid !== entitlement.scope && { namedResourceUid: resourceUid }),
    featureUid: feature.uid,
    value,
    updateBehavior,
    occurredAt,
    idempotencyKey,
    dimensions,
    isGauge: feature.meterType === 'FLUCTUATING',
    rule: { period, accordingTo, anchor: entitlement.anchor },
    limit: isEnforced && !hasSoftLimit ? limit : null,
    watched: limit && watchedBy(limit, { ...usage, reporter }, countable),
    spending: spendingOf(entitlement, isEnforced, reporter),
    payment: paymentOf(countable, usage, occurredAt, reporter),
    ...(named.length > 0 && { governed: { named, isEnforced } }),
    told: {
      reporter: reporter ?? 'system',
      answer: (measurement, credits) => viewOf(answered, measurement, credits),
    },
  };
}

const questionOf = ({ customerId, featureId, resourceId = null }: UsageReportInput) => ({
  customerId,
  featureId,
  resourceId,
});
