import { ProviderAway, type Payer } from '../domain/payment-provider';
import { customerShape, listOf } from './answer-shapes';
import { metadataIs, type StripeCalls } from './stripe-calls';
import { StripeRefusal } from './what-failed';

/** Who pays, as Stripe knows them. */
export class StripePayers {
  constructor(private readonly calls: StripeCalls) {}

  /** @throws ProviderAway, ProviderRefusal */
  async ensure(payer: Payer): Promise<string> {
    return (await this.find(payer)) ?? this.create(payer);
  }

  /** Those of the last minute may be missing here; for these the idempotency key answers. */
  private async find({ environmentId, uid }: Payer): Promise<string | undefined> {
    const query = `${metadataIs('environmentId', environmentId)} AND ${metadataIs('customerUid', uid)}`;
    const { data } = await this.calls.answer('The payer', listOf(customerShape), (stripe) =>
      stripe.customers.search({ query, limit: 10 }),
    );
    const found = data.filter(
      ({ metadata }) => metadata?.environmentId === environmentId && metadata.customerUid === uid,
    );
    // Newest first: whoever came twice all the same stays who was first.
    return found.at(-1)?.id;
  }

  private async create({ environmentId, uid, id, name, email }: Payer): Promise<string> {
    const params = {
      metadata: { environmentId, customerUid: uid, customerId: id },
      ...(name === null ? {} : { name }),
      ...(email === null ? {} : { email }),
    };
    try {
      const customer = await this.calls.answer('Adding a payer', customerShape, (stripe) =>
        stripe.customers.create(params, { idempotencyKey: `payer ${environmentId} ${uid}` }),
      );
      return customer.id;
    } catch (error) {
      // Renamed since an answer was lost: the search finds them in a minute.
      if (error instanceof StripeRefusal && error.code === 'idempotency_error')
        throw new ProviderAway('Adding a payer: they were added a moment ago, by another name or e-mail');
      throw error;
    }
  }
}
