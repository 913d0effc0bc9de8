import type { TestApp } from './app';
import type { Json } from './catalog';
import { expectOk, expectPage } from './client';
import { InvoiceStory } from './invoice-story';
import type { ToldPayment } from './payments';
import { payBy } from './payment-methods';

/** Collected by the provider. */
export const charged = (more: Json = {}): Json => ({ paymentCollectionMethod: 'CHARGE', ...more });

/** An `InvoiceStory` where the sandbox collects, as integration `pay`: `ada` has a method that pays. */
export class ChargeStory extends InvoiceStory {
  static override async begin(app: TestApp): Promise<ChargeStory> {
    const { place } = await InvoiceStory.begin(app);
    const story = new ChargeStory(app, place);
    await story.connect();
    await story.payBy('pays');
    return story;
  }

  connect = () =>
    expectOk(
      this.api.rest('POST', '/integrations', {
        ...{ id: 'pay', vendorIdentifier: 'STRIPE', credentials: { sandbox: true } },
      }),
    );

  /** Credentials are sealed for their environment. */
  settle = () => expectOk(this.api.rest('PATCH', '/integrations/pay', { credentials: { sandbox: true } }));

  /** `pro` at 49 by the month, of which the first one is paid. */
  async renewing(more: Json = {}): Promise<string> {
    const { id } = await this.begun('pro', charged(more));
    await this.to('2026-04-11');
    return id;
  }

  /** By a method of the sandbox: `pays`. */
  payBy = (method: string, customerId = 'ada') => payBy(this.api, method, customerId);

  /** Attempts to collect the newest invoice of `ada`, the oldest first. */
  async attempts(customerId = 'ada'): Promise<ToldPayment[]> {
    const { invoiceId } = await this.last(customerId);
    const path = `/customers/${customerId}/invoices/${invoiceId}/payments?limit=100`;
    return (await expectPage<ToldPayment>(this.api.rest('GET', path))).data.reverse();
  }

  /** Instant and state of each. */
  tried = async (): Promise<unknown[][]> =>
    (await this.attempts()).map(({ createdAt, state }) => [createdAt, state]);

  /** What becomes of a subscription whose invoices are charged. */
  async standing(id: string): Promise<unknown[]> {
    const { status, cancelReason, paymentCollection } = await this.get(id);
    return [status, cancelReason, paymentCollection];
  }
}
