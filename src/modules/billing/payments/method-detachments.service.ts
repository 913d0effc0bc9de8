import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { currentEnvironmentId, runAsSystem } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Job, type JobTry } from '#libs/messaging/extensions';
import { Jobs } from '#libs/messaging/jobs';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import type { KeptPaymentMethod } from '#modules/customers/customers';
import { IntegrationsService } from '#modules/customers/integrations';
import { ProviderRefusal } from './domain/payment-provider';
import { PaymentProviders, refusalOf } from './payment-providers.service';
import { syncFailuresOf, type SyncFailure } from './sync-failures.record';

const job = 'detach-payment-method';

/** As the job of it knows it. */
export interface Detached {
  environmentId: string;
  customerId: string;
  integrationId: string;
  methodRef: string;
}

/** Tells providers of methods by which nobody pays any more, once that is committed. Domain: customers-subscriptions U8 */
@Injectable()
export class MethodDetachments {
  private readonly failures: ChangeRecord<SyncFailure>;

  constructor(
    private readonly integrations: IntegrationsService,
    private readonly providers: PaymentProviders,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
    @Inject(APP_LOGGER) private readonly logger: Logger,
    recorder: Recorder,
  ) {
    this.failures = syncFailuresOf(recorder);
  }

  /** With the open unit of work. */
  async ask(customerId: string, { integrationId, ref: methodRef }: KeptPaymentMethod): Promise<void> {
    const detached: Detached = {
      environmentId: currentEnvironmentId(),
      ...{ customerId, integrationId, methodRef },
    };
    await this.jobs.ask(job, detached, methodRef);
  }

  /** What is refused, or was tried in vain for the last time, is told and let be. Domain: access-and-events W10 */
  @Job(job)
  async tell(detached: Detached, { isLast }: JobTry): Promise<void> {
    await runAsSystem(job, detached.environmentId, async () => {
      try {
        const integration = await this.integrations.find(detached.integrationId);
        if (integration) await (await this.providers.of(integration)).detach(detached.methodRef);
      } catch (error) {
        if (!isLast && !(error instanceof ProviderRefusal)) throw error;
        await this.giveUp(detached, error);
      }
    });
  }

  private async giveUp({ customerId, methodRef }: Detached, error: unknown): Promise<void> {
    this.logger.warn({ err: error, customerId }, 'a payment method stays attached at its provider');
    const why = refusalOf(error, 'it is not asked again');
    const reason = why instanceof DomainError ? why.message : 'The service failed; its log tells why';
    const message = `Payment method ${methodRef} was not detached. ${reason}`;
    const failure: SyncFailure = { entityType: 'CUSTOMER', entityId: customerId, customerId, message };
    await this.unitOfWork.run(() => {
      this.failures.add('sync_failed', null, failure);
      return Promise.resolve();
    });
  }
}
