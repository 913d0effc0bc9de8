import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { CurrencyCode } from '#libs/business/values/currency';
import { currentEnvironmentId, runAsSystem } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { isUid } from '#libs/kernel/ids';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import type { PaymentOutcome } from '../domain/payment-provider';
import { PaymentNotices } from '../payment-notices.service';
import { isReference } from './sandbox-addresses';
import type { CheckoutState, SandboxCheckout } from './sandbox-checkout';
import { SandboxCheckouts } from './sandbox-checkouts.repository';
import { sandboxMethods, type SandboxMethod } from './sandbox-methods';
import { SandboxPayment } from './sandbox-payment';
import { SandboxPayments } from './sandbox-payments.repository';

/** Of a page, as it was asked for: nothing of it was looked at. */
export interface PageAddress {
  environmentId: string;
  reference: string;
}

/** What is to be paid. */
interface Asked {
  description: string;
  /** Exact decimal text in whole currency units. */
  amount: string;
  currency: CurrencyCode;
}

export interface CheckoutPage extends Asked {
  state: CheckoutState;
  successUrl: string;
  cancelUrl: string;
}

/** What its form says. */
export interface CheckoutForm {
  act: string;
  methodRef: string;
}

/** UNCLEAR: the form names nothing that can be done. OVER: nobody can pay any more. */
export type CheckoutUse = 'PAID' | 'DECLINED' | 'TO_BE_CONFIRMED' | 'REFUSED' | 'LEFT' | 'UNCLEAR' | 'OVER';

export interface ConfirmationPage extends Asked {
  state: 'WAITING' | 'PAID' | 'REFUSED' | 'GIVEN_UP';
}

const actor = 'sandbox-page';
const settledBy = new Map([
  ['confirm', 'PAID'],
  ['refuse', 'DECLINED'],
] as const) as ReadonlyMap<string, 'PAID' | 'DECLINED'>;
const shownAs = new Map<PaymentOutcome['state'], ConfirmationPage['state']>([
  ['ACTION_REQUIRED', 'WAITING'],
  ['SUCCEEDED', 'PAID'],
  ['FAILED', 'REFUSED'],
]);

/**
 * What payers see and do on the pages of the sandbox. Who knows the address may: nothing else is asked of them. What they did is told
 * as a provider tells it, by a hint. ADR-0096
 */
@Injectable()
export class SandboxPages {
  readonly methods: readonly SandboxMethod[] = [...sandboxMethods.values()];

  constructor(
    private readonly checkouts: SandboxCheckouts,
    private readonly payments: SandboxPayments,
    private readonly notices: PaymentNotices,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns undefined where there is no such page */
  checkout(at: PageAddress): Promise<CheckoutPage | undefined> {
    return this.at(at, async () => {
      const checkout = await this.checkouts.at(at.reference);
      return checkout && checkoutPage(checkout, this.clock.now());
    });
  }

  /** @returns undefined where there is no such page */
  useCheckout(
    at: PageAddress,
    form: CheckoutForm,
  ): Promise<{ page: CheckoutPage; use: CheckoutUse } | undefined> {
    return this.at(at, () =>
      this.told(async (hint) => {
        const checkout = await this.checkouts.lockAt(at.reference);
        if (!checkout) return undefined;
        const now = this.clock.now();
        const use = useOf(checkout, form, now);
        if (use === 'PAID') await this.pay(checkout, form.methodRef, now, hint);
        return { page: checkoutPage(checkout, now), use };
      }),
    );
  }

  /** @returns undefined where there is no such page */
  confirmation(at: PageAddress): Promise<ConfirmationPage | undefined> {
    return this.at(at, async () => {
      const payment = await this.payments.at(at.reference);
      return payment && confirmationPage(payment, this.clock.now());
    });
  }

  /** What was confirmed or refused already stays so. @returns undefined where there is no such page */
  useConfirmation(at: PageAddress, act: string): Promise<ConfirmationPage | undefined> {
    return this.at(at, () =>
      this.told(async (hint) => {
        const payment = await this.payments.lockAt(at.reference);
        if (!payment) return undefined;
        const now = this.clock.now();
        const settled = settledBy.get(act);
        if (settled && payment.act(settled, now)) {
          await this.payments.save(payment, now);
          await hint(payment.paymentUid);
        }
        return confirmationPage(payment, now);
      }),
    );
  }

  private async pay(
    checkout: SandboxCheckout,
    methodRef: string,
    now: Date,
    hint: (paymentUid: string) => Promise<void>,
  ): Promise<void> {
    const { behavior } = sandboxMethods.get(methodRef) ?? {};
    if (!behavior) throw new Error(`${methodRef} pays nothing`);
    const payment = SandboxPayment.of(checkout.chargeBy(methodRef), behavior, now);
    payment.act('PAID', now);
    await this.payments.insert(payment);
    checkout.pay(payment);
    await this.checkouts.save(checkout, now);
    await hint(checkout.paymentUid);
  }

  private async at<T>(
    { environmentId, reference }: PageAddress,
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    if (!isUid(environmentId) || !isReference(reference)) return undefined;
    return runAsSystem(actor, environmentId, work);
  }

  /** What the work hints at is asked for with it, and looked after at once, so that who is led back finds it done. */
  private async told<T>(
    work: (hint: (paymentUid: string | null) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    let hinted: string | undefined;
    const answer = await this.unitOfWork.run(() =>
      work(async (paymentUid) => {
        if (paymentUid !== null && (await this.notices.hint(paymentUid))) hinted = paymentUid;
      }),
    );
    if (hinted !== undefined) await this.look(hinted);
    return answer;
  }

  private async look(paymentUid: string): Promise<void> {
    try {
      await this.notices.look({ environmentId: currentEnvironmentId(), paymentUid });
    } catch (error) {
      // The job that was asked for looks again.
      this.logger.warn(
        { err: error, payment: paymentUid },
        'a payment that was hinted at could not be looked after',
      );
    }
  }
}

function useOf(checkout: SandboxCheckout, { act, methodRef }: CheckoutForm, now: Date): CheckoutUse {
  const state = checkout.stateAt(now);
  if (act === 'leave' && state !== 'PAID') return 'LEFT';
  if (state !== 'OPEN') return 'OVER';
  const behavior = sandboxMethods.get(methodRef)?.behavior;
  if (!behavior || !['pay', 'confirm', 'refuse'].includes(act)) return 'UNCLEAR';
  if (act === 'refuse') return 'REFUSED';
  if (behavior === 'DECLINES') return 'DECLINED';
  return behavior === 'NEEDS_ACTION' && act === 'pay' ? 'TO_BE_CONFIRMED' : 'PAID';
}

function checkoutPage(checkout: SandboxCheckout, now: Date): CheckoutPage {
  const { description, amount, currency, successUrl, cancelUrl } = checkout;
  return { description, amount, currency, successUrl, cancelUrl, state: checkout.stateAt(now) };
}

function confirmationPage(payment: SandboxPayment, now: Date): ConfirmationPage {
  const { amount, currency } = payment;
  const state = shownAs.get(payment.outcomeAt(now).state) ?? 'GIVEN_UP';
  return { description: payment.description ?? '', amount, currency, state };
}
