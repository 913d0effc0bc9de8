import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { EventAudience } from '#libs/messaging/event-audience';
import { Outbox } from '#libs/messaging/outbox';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { measurementReported } from './counters.statements';
import type { CountedReport } from './domain/report-batch';

/**
 * Tells of each report that was counted, in the commit that counts it, while somebody wants to hear of it. What is remembered here only says
 * how a group is written at first: the statement that writes one which tells nothing fails where somebody wants to hear. Domain:
 * entitlements-usage N3; ADR-0127
 */
@Injectable()
export class MeasurementNews {
  /** Environments in which somebody wanted to hear when that was seen last. */
  private readonly heard = new Set<string>();

  constructor(
    private readonly outbox: Outbox,
    private readonly audience: EventAudience,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** As it was seen last. */
  get isHeard(): boolean {
    return this.heard.has(currentEnvironmentId());
  }

  async ask(): Promise<boolean> {
    return this.note(await this.audience.wants(measurementReported));
  }

  note(isHeard: boolean): boolean {
    if (isHeard) this.heard.add(currentEnvironmentId());
    else this.heard.delete(currentEnvironmentId());
    return isHeard;
  }

  /**
   * In their order, as their callers are answered.
   * @param version the place of their write in the order of changes
   */
  tell(counted: readonly CountedReport[], version: number): void {
    let isWanted = false;
    for (const { report, measurement, credits } of counted) {
      const { told } = report;
      if (!told) continue;
      this.outbox.record({
        type: measurementReported,
        ...{ entityType: 'MEASUREMENT', entityId: measurement.uid, actor: told.reporter },
        payload: () => {
          isWanted = true;
          return { ...told.answer(measurement, credits) };
        },
        version,
      });
    }
    const environmentId = currentEnvironmentId();
    this.unitOfWork.afterCommit(() => void (isWanted || this.heard.delete(environmentId)));
  }
}
