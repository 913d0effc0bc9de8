import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { Decimal } from '#libs/kernel/decimal';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { IntegrationsService } from '#modules/customers/integrations';
import type { Payment } from './domain/payment';
import {
  ProviderAway,
  ProviderRefusal,
  type PaymentOutcome,
  type PaymentProvider,
} from './domain/payment-provider';
import { PaymentProviders } from './payment-providers.service';

/** What a provider answered of a payment. */
export type Answer = PaymentOutcome | 'RETURNED';

/** Asks the provider what a payment is at, outside any transaction. ADR-0093 */
@Injectable()
export class PaymentCalls {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly integrations: IntegrationsService,
    private readonly clock: Clock,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns undefined where nobody can know what came of it */
  async ask(payment: Payment, isAttended: boolean): Promise<Answer | undefined> {
    try {
      const integration = await this.integrations.getOrThrow(payment.integrationId as string);
      const provider = await this.providers.of(integration);
      // By then nobody acts any more, and another attempt may follow.
      if (payment.isUnheeded(this.clock.now())) return await provider.cancel(payment.ref as string);
      return await asked(provider, payment, isAttended);
    } catch (error) {
      if (!(error instanceof ProviderAway)) throw error;
      // It is asked again when the lease is over.
      this.logger.warn({ err: error, payment: payment.uid }, 'a payment provider gave no usable answer');
      return undefined;
    }
  }
}

async function asked(provider: PaymentProvider, payment: Payment, isAttended: boolean): Promise<Answer> {
  const { state, ref, key, toldAt, currency, description, uid: paymentUid } = payment;
  // It is known by what it is paid before anybody is asked.
  const [customerRef, methodRef] = [payment.customerRef as string, payment.methodRef as string];
  if (state === 'RETURNING') {
    const amount = new Decimal(payment.returned);
    await provider.refund({ key: `return-${paymentUid}`, paymentRef: ref as string, amount, currency });
    return 'RETURNED';
  }
  if (state !== 'DUE') return provider.ask(ref as string);
  const about = { environmentId: currentEnvironmentId(), paymentUid };
  const amount = new Decimal(payment.amount);
  const order = { key, toldAt, amount, currency, customerRef, methodRef, isAttended, description, about };
  return provider.charge(order).catch((error: unknown): PaymentOutcome => {
    if (!(error instanceof ProviderRefusal)) throw error;
    return { state: 'FAILED', ref: null, reason: error.message, isHard: true };
  });
}
