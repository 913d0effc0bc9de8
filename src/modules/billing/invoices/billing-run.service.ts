import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Environment } from '#libs/config/env';
import { Clock } from '#libs/kernel/clock';
import { DueWork, type DueWalk } from '#libs/messaging/due-work';
import { graceBefore } from './domain/grace';
import { DueInvoices, type DueInvoice } from './due-invoices.reader';
import { InvoiceFinalization } from './finalization.service';

/** The name of its jobs. */
export const billingRun = 'finalize-due-invoices';

/** Finalizes what is due: when something is scheduled that is, every minute and when a process starts. Domain: contracts-billing V2, V4, V10 */
@Injectable()
export class BillingRun implements OnModuleInit {
  private walk: DueWalk;

  constructor(
    private readonly due: DueInvoices,
    private readonly finalization: InvoiceFinalization,
    private readonly work: DueWork,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.walk = this.work.register<DueInvoice>({
      name: billingRun,
      crontab: '* * * * *',
      next: (after, limit) => {
        const now = this.clock.now();
        return this.due.next(now, graceBefore(now, this.environment.usageGraceHours), after, limit);
      },
      process: (drafts) =>
        this.finalization.finalize(
          drafts.map(({ uid }) => uid),
          this.clock.now(),
        ),
    });
  }

  /** A part of the work, as the worker does it. */
  perform(): Promise<'done' | 'more'> {
    return this.walk.goOn();
  }
}
