import { EnvironmentClock } from '#libs/context/environment-clock';
import { runAsSystem } from '#libs/context/request-context';
import { Decimal } from '#libs/kernel/decimal';
import { newUid } from '#libs/kernel/ids';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import type { CheckoutOrder } from '../../src/modules/billing/payments/domain/payment-provider';
import { SandboxAddresses } from '../../src/modules/billing/payments/sandbox/sandbox-addresses';
import { SandboxCheckouts } from '../../src/modules/billing/payments/sandbox/sandbox-checkouts.repository';
import { SandboxPayments } from '../../src/modules/billing/payments/sandbox/sandbox-payments.repository';
import { SandboxProvider } from '../../src/modules/billing/payments/sandbox/sandbox-provider';
import type { TestApp } from './app';

export interface OpenedCheckout {
  ref: string;
  url: string;
  /** Of the address. */
  path: string;
}

/** The sandbox as an environment has it, with the pages of this application. */
export class SandboxDesk {
  readonly provider: SandboxProvider;
  private keys = 0;

  constructor(
    private readonly app: TestApp,
    readonly environmentId: string,
  ) {
    const { nest, url } = app;
    this.provider = new SandboxProvider(
      nest.get(SandboxPayments),
      nest.get(SandboxCheckouts),
      new SandboxAddresses(url),
      nest.get(UnitOfWork),
      nest.get(EnvironmentClock),
    );
  }

  within<T>(work: (provider: SandboxProvider) => Promise<T>): Promise<T> {
    return runAsSystem('test', this.environmentId, () => work(this.provider));
  }

  /** 49.00 dollars, to be paid within an hour. */
  order({ about, ...more }: Partial<CheckoutOrder> = {}): CheckoutOrder {
    const { environmentId } = this;
    return {
      ...{
        key: `checkout-${this.keys++}`,
        amount: new Decimal('49.00'),
        currency: 'usd',
        customerRef: 'cus',
      },
      ...{ description: 'Pro, a month', successUrl: 'https://shop.example/thanks' },
      ...{ cancelUrl: 'https://shop.example/cart', expiresAt: this.inMinutes(60) },
      ...more,
      about: about ?? { environmentId, paymentUid: newUid() },
    };
  }

  async open(more: Partial<CheckoutOrder> = {}): Promise<OpenedCheckout> {
    const checkout = await this.within((provider) => provider.openCheckout(this.order(more)));
    return { ...checkout, path: pathOf(checkout.url) };
  }

  inMinutes(minutes: number): Date {
    return new Date(this.app.clock.now().getTime() + minutes * 60_000);
  }
}

/** Of an address of this application, wherever browsers reach it. */
export const pathOf = (url: string): string => url.slice(url.indexOf('/pay/'));

export interface SeenPage {
  status: number;
  text: string;
  headers: Record<string, unknown>;
  /** Where it leads, by its own word. */
  location: unknown;
}

type Form = Record<string, string>;

/** A browser without a window. */
export class Payer {
  constructor(private readonly app: TestApp) {}

  async see(path: string): Promise<SeenPage> {
    return seen(await this.app.nest.inject({ method: 'GET', url: path }));
  }

  async send(
    path: string,
    form: Form | string,
    type = 'application/x-www-form-urlencoded',
  ): Promise<SeenPage> {
    const payload = typeof form === 'string' ? form : new URLSearchParams(form).toString();
    const headers = { 'content-type': type };
    return seen(await this.app.nest.inject({ method: 'POST', url: path, payload, headers }));
  }

  /** @param method of the sandbox: `pays` */
  pay(path: string, method: string, act = 'pay'): Promise<SeenPage> {
    return this.send(path, { act, method: `pm_sandbox_${method}` });
  }
}

const seen = (answer: { statusCode: number; body: string; headers: object }): SeenPage => {
  const headers = answer.headers as Record<string, unknown>;
  return { status: answer.statusCode, text: answer.body, headers, location: headers['location'] };
};
