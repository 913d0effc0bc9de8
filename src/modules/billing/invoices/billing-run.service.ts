import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/env';
import { Clock } from '#libs/kernel/clock';
import type { DueKind, DueScope, DueSubject } from '#libs/messaging/due-turns';
import { DueWork } from '#libs/messaging/due-work';
import { DueInvoices } from './due-invoices.reader';
import { InvoiceFinalization } from './finalization.service';

/** The name of its jobs. */
export const billingRun = 'finalize-due-invoices';

/** Finalizes what is due: when something is scheduled that is, every minute and when a process starts. Domain: contracts-billing V2, V4, V10 */
@Injectable()
@DueWork(billingRun, { rank: 3 })
export class BillingRun implements DueKind<DueSubject> {
  constructor(
    private readonly due: DueInvoices,
    private readonly finalization: InvoiceFinalization,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  next(scope: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubject[]> {
    return this.due.next(scope, this.environment.usageGraceHours, after, limit);
  }

  process(drafts: readonly DueSubject[]): Promise<number> {
    const uids = drafts.map(({ uid }) => uid);
    return this.finalization.finalize(uids, this.clock.now());
  }
}
