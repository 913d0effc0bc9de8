import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { Decimal } from '#libs/kernel/decimal';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { IntegrationsService } from '#modules/customers/integrations';
import { isComing, type OfferedPage, type Payment } from './domain/payment';
import type { PurchasePage } from './domain/purchase';
import {
  hasPages,
  ProviderAway,
  ProviderRefusal,
  type HostedPages,
  type PaymentOutcome,
  type PaymentProvider,
} from './domain/payment-provider';
import { PaymentProviders } from './payment-providers.service';

/** What a provider answered of a payment; of one that it has, it may refuse to tell what it is at, or to give it back. */
export type Answer = PaymentOutcome | OfferedPage | 'RETURNED' | ProviderRefusal;

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
      if (error instanceof ProviderRefusal) return error;
      if (!(error instanceof ProviderAway)) throw error;
      // It is asked again when the lease is over.
      this.logger.warn({ err: error, payment: payment.uid }, 'a payment provider gave no usable answer');
      return undefined;
    }
  }
}

async function asked(provider: PaymentProvider, payment: Payment, isAttended: boolean): Promise<Answer> {
  const { state, ref, currency, uid: paymentUid, isGivenUp, toldAt } = payment;
  if (state === 'RETURNING') {
    const amount = new Decimal(payment.returned);
    await provider.refund({ key: `return-${paymentUid}`, paymentRef: ref as string, amount, currency });
    return 'RETURNED';
  }
  // Nobody was asked for it.
  if (isGivenUp && state === 'DUE' && !toldAt) return { state: 'CANCELED', ref: null };
  const outcome = await presentOutcome(provider, payment, isAttended);
  return isGivenUp && isComing(outcome.state) ? provider.cancel(outcome.ref as string) : outcome;
}

function presentOutcome(
  provider: PaymentProvider,
  payment: Payment,
  isAttended: boolean,
): Promise<PaymentOutcome | OfferedPage> {
  const { state, ref } = payment;
  if (payment.methodRef === null && ref === null) return askPage(withPages(provider), payment);
  return state === 'DUE' ? charge(provider, payment, isAttended) : provider.ask(ref as string);
}

function charge(
  provider: PaymentProvider,
  { key, toldAt, amount, currency, customerRef, methodRef, description, uid: paymentUid }: Payment,
  isAttended: boolean,
): Promise<PaymentOutcome> {
  const about = { environmentId: currentEnvironmentId(), paymentUid };
  // It is known by what it is paid before anybody is asked.
  const method = { customerRef: customerRef as string, methodRef: methodRef as string };
  const order = {
    key,
    toldAt,
    amount: new Decimal(amount),
    currency,
    ...method,
    isAttended,
    description,
    about,
  };
  return provider.charge(order).catch(refused);
}

function refused(error: unknown): PaymentOutcome {
  if (!(error instanceof ProviderRefusal)) throw error;
  return { state: 'FAILED', ref: null, reason: error.message, isHard: true };
}

/** Opens it where there is none, else what became of it. */
async function askPage(
  provider: HostedPages,
  { key, amount, currency, customerRef, description, uid: paymentUid, purchase, isGivenUp }: Payment,
): Promise<PaymentOutcome | OfferedPage> {
  const page = purchase?.page as PurchasePage;
  const { successUrl, cancelUrl } = page;
  if (!page.ref || !page.url) {
    const order = {
      key,
      amount: new Decimal(amount),
      currency,
      customerRef: customerRef as string,
      description,
    };
    const about = { environmentId: currentEnvironmentId(), paymentUid };
    const leads = { successUrl, cancelUrl, expiresAt: new Date(page.expiresAt) };
    // Of one that is open a refusal tells nothing: it may have been paid.
    return provider
      .openCheckout({ ...order, ...leads, about })
      .then((opened) => ({ state: 'OFFERED' as const, ref: null, page: opened }), refused);
  }
  const { ref, url } = page as Required<PurchasePage>;
  const outcome = await (isGivenUp ? provider.closeCheckout(ref) : provider.askCheckout(ref));
  if (outcome.state === 'COMPLETE') return outcome.payment;
  return outcome.state === 'OPEN'
    ? { state: 'OFFERED', ref: null, page: { ref, url } }
    : { state: 'CANCELED', ref: null };
}

function withPages(provider: PaymentProvider): HostedPages {
  if (hasPages(provider)) return provider;
  throw new Error('The provider has no pages any more');
}
