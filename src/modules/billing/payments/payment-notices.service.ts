import { Injectable } from '@nestjs/common';
import { currentEnvironmentId, runAsSystem } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { isUid } from '#libs/kernel/ids';
import { Job } from '#libs/messaging/extensions';
import { Jobs } from '#libs/messaging/jobs';
import { IntegrationsService } from '#modules/customers/integrations';
import { ProviderRefusal, type ProviderNotice } from './domain/payment-provider';
import { PaymentProviders } from './payment-providers.service';
import { PaymentsRepository } from './payments.repository';
import { PurchaseCompletion } from './purchase-completion.service';

const job = 'look-after-payment';

interface Hinted {
  environmentId: string;
  paymentUid: string;
}

/** As it was sent: its signature is over every byte. */
export interface SentNotice {
  environmentId: string;
  integrationId: string;
  body: Buffer;
  signature: string;
}

/**
 * What providers call back about. A notice is a hint, believed in nothing but that somebody should look: late, repeated or out of order, what
 * holds is asked. ADR-0093
 */
@Injectable()
export class PaymentNotices {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly providers: PaymentProviders,
    private readonly payments: PaymentsRepository,
    private readonly completion: PurchaseCompletion,
    private readonly jobs: Jobs,
    private readonly machine: MachineClock,
  ) {}

  /** @throws Unauthenticated in one message for all that it may not be. Domain: contracts-billing V14 */
  async receive({ environmentId, integrationId, ...sent }: SentNotice): Promise<void> {
    if (!isUid(environmentId)) throw new DomainError('Unauthenticated');
    await runAsSystem(job, environmentId, async () => {
      const notice = await this.read(integrationId, sent);
      const paymentUid = paymentUidOf(notice);
      if (paymentUid !== undefined) await this.hint(paymentUid);
    });
  }

  /** Somebody should look, and a job will. @returns whether there is something to look after */
  async hint(paymentUid: string): Promise<boolean> {
    const payment = isUid(paymentUid) && (await this.payments.findByUids([paymentUid])).get(paymentUid);
    if (!payment || payment.isSettled) return false;
    const hinted: Hinted = { environmentId: currentEnvironmentId(), paymentUid };
    await this.jobs.ask(job, hinted, paymentUid);
    return true;
  }

  @Job(job)
  async look({ environmentId, paymentUid }: Hinted): Promise<void> {
    await runAsSystem(
      job,
      environmentId,
      async () => void (await this.completion.advance(paymentUid, 'HINTED')),
    );
  }

  private async read(integrationId: string, { body, signature }: Pick<SentNotice, 'body' | 'signature'>) {
    const integration = await this.integrations.find(integrationId);
    if (!integration?.isCollecting) throw new DomainError('Unauthenticated');
    const provider = await this.providers.of(integration);
    try {
      const notice = provider.readNotice?.(body, signature, this.machine.now());
      if (notice) return notice;
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
    }
    throw new DomainError('Unauthenticated');
  }
}

/** Several environments may share an account. */
function paymentUidOf({ about }: ProviderNotice): string | undefined {
  const { environmentId, paymentUid } = about ?? {};
  return environmentId === currentEnvironmentId() ? paymentUid : undefined;
}
