import { Injectable } from '@nestjs/common';
import type { DueKind, DueScope, DueSubject } from '#libs/messaging/due-turns';
import { DueWork } from '#libs/messaging/due-work';
import { UnpaidGrants } from '#modules/entitlements/credits';
import { PaymentFollowers } from './payment-followers.service';

/**
 * Ends what was not paid in time: nothing is owed of it any more, and its payment is called off. Every minute and when a process starts; what
 * is told of it says so before. Domain: credits G3
 */
@Injectable()
@DueWork('void-unpaid-credits', { rank: 1 })
export class UnpaidCredits implements DueKind<DueSubject> {
  constructor(
    private readonly due: UnpaidGrants,
    private readonly followers: PaymentFollowers,
  ) {}

  next(scope: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubject[]> {
    return this.due.next(scope, after, limit);
  }

  async process(grants: readonly DueSubject[]): Promise<number> {
    let done = 0;
    for (const { uid } of grants) if (await this.followers.endUnpaid(uid)) done++;
    return done;
  }
}
