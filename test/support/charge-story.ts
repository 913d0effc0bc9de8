import type { TestApp } from './app';
import type { Json } from './catalog';
import { expectOk, expectPage } from './client';
import { InvoiceStory } from './invoice-story';
import { payBy, type ToldPayment } from './payments';

/** Collected by the provider. */
export const charged = (more: Json = {}): Json => ({ paymentCollectionMethod: 'CHARGE', ...more });

/** An `InvoiceStory` where the sandbox collects, as integration `pay`. `ada` has no payment method yet. */
export class ChargeStory extends InvoiceStory {
  static override async begin(app: TestApp): Promise<ChargeStory> {
    const { place } = await InvoiceStory.begin(app);
    const story = new ChargeStory(app, place);
    await story.connect();
    return story;
  }

  connect = () =>
    expectOk(
      this.api.rest('POST', '/integrations', {
        ...{ id: 'pay', vendorIdentifier: 'STRIPE', credentials: { sandbox: true } },
      }),
    );

  /** By a method of the sandbox: `pays`. */
  payBy = (method: string, customerId = 'ada') => payBy(this.api, method, customerId);

  /** Attempts to collect the newest invoice of `ada`, the oldest first. */
  async attempts(customerId = 'ada'): Promise<ToldPayment[]> {
    const { invoiceId } = await this.last(customerId);
    const path = `/customers/${customerId}/invoices/${invoiceId}/payments?limit=100`;
    return (await expectPage<ToldPayment>(this.api.rest('GET', path))).data.reverse();
  }
}
