import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { copyOf } from '#libs/kernel/tenant-entity';
import type { DueKind, DueScope, DueSubject } from '#libs/messaging/due-turns';
import { DueWork } from '#libs/messaging/due-work';
import { Recorder, type ChangeRecord, type Told } from '#libs/messaging/recorder';
import type {
  PromotionalEntitlement as StoredPromotion,
  PromotionStatus,
} from './domain/promotional-entitlement';
import { EntitlementsService } from '#modules/entitlements/entitlements';
import { DueEnds } from './due-ends.reader';
import { PromotionalEntitlementsRepository } from './promotional-entitlements.repository';
import { PromotionalEntitlement } from './promotional-entitlements.views';

export interface PromotionState {
  promotion: StoredPromotion;
  status: PromotionStatus;
}

export const toldAsPromotion: Told<PromotionState> = {
  entity: 'PROMOTIONAL_ENTITLEMENT',
  noun: 'promotional_entitlement',
  picture: ({ promotion, status }) => PromotionalEntitlement.from(promotion, status),
  idOf: ({ promotion }) => promotion.uid,
  parentOf: ({ promotion }) => promotion.customerId,
  payload: (promotionalEntitlement, { promotion: { customerId } }) => ({
    customerId,
    promotionalEntitlement,
  }),
  versionOf: ({ promotion }) => promotion.version,
};

/** Notes and tells that promotions are over: every minute and when a process starts. Answers know it by the clock. */
@Injectable()
@DueWork('expire-promotional-entitlements', { rank: 1 })
export class PromotionExpiry implements DueKind<DueSubject> {
  private readonly record: ChangeRecord<PromotionState>;

  constructor(
    private readonly due: DueEnds,
    private readonly promotions: PromotionalEntitlementsRepository,
    private readonly entitlements: EntitlementsService,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf(toldAsPromotion);
  }

  next(scope: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubject[]> {
    return this.due.next(scope, after, limit);
  }

  async process(subjects: readonly DueSubject[]): Promise<number> {
    const now = this.clock.now();
    const uids = subjects.map(({ uid }) => uid);
    const over = await this.promotions.takeOver(uids, now);
    await this.note(over, now);
    return over.length;
  }

  /** @param over locked by the caller, and not noted before */
  async note(over: readonly StoredPromotion[], now: Date): Promise<void> {
    const before = over.map(copyOf);
    for (const promotion of over) promotion.noteEnd(now);
    await this.promotions.saveAll(over, now);
    for (const [index, promotion] of over.entries()) {
      const former = { promotion: before[index] as StoredPromotion, status: 'Active' as const };
      this.record.add('expired', former, { promotion, status: 'Expired' });
    }
    const customers = new Map(over.map((promotion) => [promotion.customerUid, promotion]));
    for (const customer of customers.values()) await this.entitlements.retell(customer);
  }
}
