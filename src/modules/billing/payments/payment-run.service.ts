import { Injectable } from '@nestjs/common';
import { runAsSystem } from '#libs/context/request-context';
import type { DueKind, DueScope, DueSubject } from '#libs/messaging/due-turns';
import { DueWork } from '#libs/messaging/due-work';
import { IntegrationsService } from '#modules/customers/integrations';
import { DuePayments } from './due-payments.reader';
import { collectingPayments } from './payment-attempts.service';
import { PurchaseCompletion } from './purchase-completion.service';

/** Looks after payments that are not settled: those that a killed process left, and those on which the provider takes its time. ADR-0093 */
@Injectable()
@DueWork(collectingPayments, { rank: 4, commits: 'itself' })
export class PaymentRun implements DueKind<DueSubject> {
  constructor(
    private readonly due: DuePayments,
    private readonly payments: PurchaseCompletion,
    private readonly integrations: IntegrationsService,
  ) {}

  next(scope: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubject[]> {
    return this.due.next(scope, after, limit);
  }

  /** What is sent is to be collected at once. */
  follows(environmentId: string): Promise<boolean> {
    return runAsSystem(collectingPayments, environmentId, async () =>
      Boolean(await this.integrations.collecting()),
    );
  }

  async process(payments: readonly DueSubject[]): Promise<number> {
    let done = 0;
    for (const { uid } of payments) if (await this.payments.advance(uid)) done++;
    return done;
  }
}
