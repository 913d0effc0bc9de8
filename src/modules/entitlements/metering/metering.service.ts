import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { noteVersion } from '#libs/context/standing';
import { Clock } from '#libs/kernel/clock';
import type { Placed } from '#libs/kernel/errors/placed';
import { Gathering } from '#libs/persistence/gathering';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { Metrics } from '#libs/telemetry/metrics';
import { Within } from '#libs/use-cases/use-case';
import { CountersRepository, type Reported, type ReportedPeriod } from './counters.repository';
import type { AnchoredRule, CounterKey } from './domain/counter';
import type { BatchOutcome, ReportBatch } from './domain/report-batch';
import { drawsOnShared, type Measurement, type UsageReport } from './domain/usage-ledger';
import type { PaidCredits } from './domain/usage-payment';
import { GroupCommit } from './group-commit.service';
import { PresentUsageReader, type CountedBy } from './present-usage.reader';
import { UsageSpansReader, type AskedSpans, type CountedSpan, type SpanSum } from './usage-spans.reader';

/** Reports that are committed together at most, where more than one request waits. */
const largestGroup = 400;

/** Groups of those who count for budgets or are paid in credits take several round trips, which nobody else waits for. ADR-0087, ADR-0105 */
const laneOf = (batch: ReportBatch): string =>
  batch.some(({ asked }) => drawsOnShared(asked))
    ? `${currentEnvironmentId()}/shared`
    : currentEnvironmentId();

/** A measurement, and what it took of a wallet where its usage is paid in credits. */
export interface Counted {
  measurement: Measurement;
  credits?: PaidCredits;
}

@Injectable()
export class MeteringService {
  /** One group of an environment is written while the next one gathers. */
  private readonly lanes = new Gathering<ReportBatch, BatchOutcome>(
    (_environmentId, batches) => this.groups.count(batches),
    { most: largestGroup, sizeOf: (batch) => batch.length },
  );

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly groups: GroupCommit,
    private readonly counters: CountersRepository,
    private readonly present: PresentUsageReader,
    private readonly spans: UsageSpansReader,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    metrics.setGroupWaitingGauge(() => this.lanes.length);
  }

  /**
   * Counts all reports or none, in their order; a repeated key counts nothing and gives its first measurement. A refusal
   * tells which report. Outside a unit of work, what comes at once is committed together.
   * @throws BadUserInput, EntitlementLimitExceededError, EntitlementUsageOutOfRangeError, UsageMeasurementDiffOutOfRangeError
   */
  @Within()
  async count(batch: readonly Placed<UsageReport>[]): Promise<Counted[]> {
    const outcome = this.unitOfWork.isOpen
      ? (await this.groups.countLocked([batch]))[0]
      : await this.lanes.ask(laneOf(batch), batch);
    if (!outcome) throw new Error('A batch was not counted');
    if ('refusal' in outcome) throw outcome.refusal;
    if (outcome.version !== undefined) noteVersion(outcome.version);
    return outcome.counted;
  }

  /** What all resources of a customer reported in each of these periods, as it happened and whatever counts it. For bills. */
  @Within()
  reported(customerUid: string, periods: readonly ReportedPeriod[]): Promise<Reported[]> {
    return this.counters.reported(customerUid, periods);
  }

  /** Reported units in the windows that run, in the order of the questions; nothing is locked. */
  @Within()
  presentUsage(asked: readonly CountedBy[]): Promise<number[]> {
    return this.present.of(asked, this.clock.now());
  }

  /** Reported units that happened within each span, late reports too, in the order of the spans. */
  @Within()
  usageWithin(spans: readonly CountedSpan[]): Promise<number[]> {
    return this.spans.within(spans);
  }

  /** The rules that a counter keeps totals for, the newest first. */
  @Within()
  rulesOf(key: CounterKey): Promise<AnchoredRule[]> {
    return this.spans.rulesOf(key);
  }

  /** What a counter counted within each span; none for a span without reports. */
  @Within()
  sums(key: CounterKey, asked: AskedSpans): Promise<SpanSum[]> {
    return this.spans.sums(key, asked);
  }
}
