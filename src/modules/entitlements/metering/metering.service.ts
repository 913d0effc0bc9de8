import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { eachPlaced, type Placed } from '#libs/kernel/errors/placed';
import { newUid } from '#libs/kernel/ids';
import { Within } from '#libs/use-cases/use-case';
import {
  counterId,
  CountersRepository,
  type CountedReport,
  type Reported,
  type ReportedPeriod,
} from './counters.repository';
import { count, type Measurement, type UsageReport } from './domain/usage-ledger';
import { PresentUsageReader, type CountedBy } from './present-usage.reader';

@Injectable()
export class MeteringService {
  constructor(
    private readonly counters: CountersRepository,
    private readonly present: PresentUsageReader,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts all reports or none, in their order; a repeated key counts nothing and gives its first measurement. A refusal
   * tells which report.
   * @throws BadUserInput, EntitlementUsageOutOfRangeError, UsageMeasurementDiffOutOfRangeError
   */
  @Within()
  async count(requests: readonly Placed<UsageReport>[]): Promise<Measurement[]> {
    const now = this.clock.now();
    const reports = requests.map(({ asked }) => asked);
    const counters = await this.counters.lockFor(reports, now);
    const counted: CountedReport[] = await eachPlaced(requests, (report) => {
      const counter = counters.get(counterId(report));
      if (!counter) throw new Error('A counter was not locked');
      return { report, measurement: count(report, counter, newUid(), now) };
    });
    const fresh = counted.filter(({ measurement }, index) => isFirst(counted, measurement, index, now));
    if (fresh.length > 0) await this.counters.save(counters, fresh, now);
    return counted.map(({ measurement }) => measurement);
  }

  /** What all resources of a customer reported of a feature, as it happened and whatever counts it. For bills. */
  @Within()
  reported(customerUid: string, featureUid: string, period: ReportedPeriod): Promise<Reported> {
    return this.counters.reported(customerUid, featureUid, period);
  }

  /** Reported units in the windows that run, in the order of the questions; nothing is locked. */
  @Within()
  presentUsage(asked: readonly CountedBy[]): Promise<number[]> {
    return this.present.of(asked, this.clock.now());
  }
}

/** A key that stands twice in one batch gives one measurement, told twice. */
const isFirst = (all: CountedReport[], measurement: Measurement, index: number, now: Date): boolean =>
  measurement.recordedAt === now && all.findIndex((other) => other.measurement === measurement) === index;
