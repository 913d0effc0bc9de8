import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { copyOf } from '#libs/kernel/tenant-entity';
import { DueWork } from '#libs/messaging/due-work';
import type { DueKind, DueScope, DueSubject } from '#libs/messaging/due-turns';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { CustomersService } from '#modules/customers/customers';
import { DueEnds } from './due-ends.reader';
import { toldAsPromotion, type PromotionState } from './promotion-expiry.service';
import { PromotionalEntitlementsRepository } from './promotional-entitlements.repository';

/** Tells that promotions end soon, once each: every minute and when a process starts. Domain: access-and-events A6, W6 */
@Injectable()
@DueWork('tell-promotions-that-end-soon', { rank: 1 })
export class PromotionNotices implements DueKind<DueSubject> {
  private readonly record: ChangeRecord<PromotionState>;

  constructor(
    private readonly due: DueEnds,
    private readonly promotions: PromotionalEntitlementsRepository,
    private readonly customers: CustomersService,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf(toldAsPromotion);
  }

  next(scope: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubject[]> {
    return this.due.nextNotices(scope, after, limit);
  }

  /** What is over by now, as nobody has looked for so long, is told to have ended and nothing else. */
  async process(subjects: readonly DueSubject[]): Promise<number> {
    const now = this.clock.now();
    const ending = await this.promotions.takeEnding(
      subjects.map(({ uid }) => uid),
      now,
    );
    const before = ending.map(copyOf);
    for (const promotion of ending) promotion.noteNotice();
    await this.promotions.saveAll(ending, now);
    const customers = await this.customers.findMany([...new Set(ending.map(({ customerId }) => customerId))]);
    for (const [index, promotion] of ending.entries()) {
      if (promotion.isOver(now)) continue;
      const isPaused = customers.get(promotion.customerId)?.archivedAt != null;
      const status = promotion.status({ isPaused }, now);
      this.record.add(
        'ends_soon',
        { promotion: before[index] as typeof promotion, status },
        { promotion, status },
      );
    }
    return ending.length;
  }
}
