import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import {
  about,
  accountSecrets,
  chargeOf,
  checkoutOf,
  stripeAccounts,
} from '../../../../../test/support/stripe-account';
import { bodyOf } from '../../../../../test/support/stripe-double-wire';
import { ProviderRefusal, type ProviderNotice } from '../domain/payment-provider';
import { StripeProvider } from './stripe-provider';

const account = stripeAccounts((settings) => new StripeProvider(settings));

const happened = (type: string, object: object) => ({
  id: 'evt_1',
  type,
  object: { id: 'pi_1', object: 'payment_intent', ...object },
});

describe('notices', () => {
  it('tell of payments, pages and refunds, with what they are about', async () => {
    const { clock, double, provider, payerWith } = await account();
    const whose = await payerWith('pm_card_visa');
    const outcome = await provider.charge(chargeOf(whose));
    const { ref } = outcome as { ref: string };
    await provider.refund({
      key: 'refund-1',
      paymentRef: ref,
      amount: chargeOf(whose).amount,
      currency: 'usd',
    });
    const page = await provider.openCheckout(checkoutOf(whose.customerRef));
    await provider.closeCheckout(page.ref);

    const notices = double.takeNotices().map((each) => {
      const { body, signature } = double.written(each);
      return [each.type, provider.readNotice(body, signature, clock.now()).about];
    });
    const payment = { kind: 'PAYMENT', ref, ...about };
    expect(notices).toEqual([
      ['payment_intent.created', payment],
      ['payment_intent.succeeded', payment],
      ['charge.refunded', payment],
      ['checkout.session.expired', { kind: 'CHECKOUT', ref: page.ref, ...about }],
    ]);
  });

  it('have the same id each time that they are sent', async () => {
    const { clock, double, provider } = await account();
    const event = happened('payment_intent.succeeded', { metadata: {} });
    const first = double.written(event);
    const again = double.written(event, new Date(clock.now().getTime() + 60_000));

    const read = [first, again].map(({ body, signature }) =>
      provider.readNotice(body, signature, clock.now()),
    );
    expect(read[0]).toEqual({ id: 'evt_1', about: { kind: 'PAYMENT', ref: 'pi_1' } });
    expect(read[1]).toEqual(read[0]);
  });

  it.each([
    ['customer.created', {}],
    ['balance.available', { id: undefined, available: [] }],
    ['charge.refunded', { id: 'ch_1', payment_intent: null }],
    ['charge.dispute.created', { payment_intent: 'pi_1' }],
  ])('of %s with %j are about nothing that is kept here', async (type, object) => {
    const { clock, double, provider } = await account();
    const { body, signature } = double.written(happened(type, object));
    expect(provider.readNotice(body, signature, clock.now())).toEqual({ id: 'evt_1', about: null });
  });

  it.each([
    ['was sent with another secret', 'whsec_0therc0ff33b4d9a1', 0],
    ['was signed more than five minutes ago', accountSecrets.webhookSecret, 301],
  ])('one that %s is refused', async (_, secret, ageSeconds) => {
    const { clock, double, provider } = await account();
    const at = new Date(clock.now().getTime() - ageSeconds * 1000);
    const { body, signature } = double.written(happened('payment_intent.succeeded', {}), at, secret);
    expect(() => provider.readNotice(body, signature, clock.now())).toThrow(ProviderRefusal);
  });

  it('one that was signed five minutes ago is read', async () => {
    const { clock, double, provider } = await account();
    const at = new Date(clock.now().getTime() - 300_000);
    const { body, signature } = double.written(happened('payment_intent.succeeded', {}), at);
    expect(provider.readNotice(body, signature, clock.now()).id).toBe('evt_1');
  });

  it('one whose body, or signature, was changed is refused without telling any of it', async () => {
    const { clock, double, provider } = await account();
    const { body, signature } = double.written(
      happened('payment_intent.succeeded', { metadata: { key: 'told' } }),
    );
    const changed = Buffer.from(body.toString().replace('pi_1', 'pi_2'));
    const forged = [
      '',
      't=1',
      `t=${'9'.repeat(30)},v1=`,
      `${signature}0`,
      signature.replace('v1=', 'v0='),
      'v1=a,t=x',
    ];
    const attempts: [Buffer, string][] = [
      [changed, signature],
      [Buffer.alloc(0), signature],
      ...forged.map((each): [Buffer, string] => [body, each]),
    ];

    for (const [sent, signed] of attempts) {
      const refusal = refusalOf(() => provider.readNotice(sent, signed, clock.now()));
      expect(refusal).toBeInstanceOf(ProviderRefusal);
      expect(JSON.stringify(refusal, Object.getOwnPropertyNames(refusal))).not.toMatch(/whsec_|pi_1|told/);
    }
  });

  it('one that is signed and says no sense is not believed', async () => {
    const { clock, double, provider } = await account();
    const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    for (const object of [{ id: undefined }, { id: 'x'.repeat(256) }, { id: 7 }]) {
      const { body, signature } = double.written(happened('payment_intent.succeeded', object));
      expect(() => provider.readNotice(body, signature, clock.now())).toThrow(
        expect.objectContaining({ name: 'ProviderAway' }),
      );
    }
    expect(warned).toHaveBeenCalledWith(expect.stringMatching(/^A notice: .* data\.object\.id too_big$/));
  });

  it('may come twice, in another order, and late: each is read as it is, but for what was signed too long ago', async () => {
    const { clock, double, payerWith, provider } = await account();
    const outcome = await provider.charge(chargeOf(await payerWith('pm_card_visa')));
    const [created, succeeded] = double.takeNotices();
    if (!created || !succeeded) throw new Error('nothing happened');
    const receiver = await receiverOf((body, signature) => provider.readNotice(body, signature, clock.now()));

    clock.advance({ days: 2 });
    const longAgo = new Date(clock.now().getTime() - 3_600_000);
    const statuses = [
      await double.send(receiver.url, succeeded),
      await double.send(receiver.url, created),
      await double.send(receiver.url, succeeded),
      await double.send(receiver.url, succeeded, longAgo),
    ];
    await receiver.close();

    expect(statuses).toEqual([200, 200, 200, 400]);
    expect(receiver.read.map(({ id }) => id)).toEqual([succeeded.id, created.id, succeeded.id]);
    const { ref } = outcome as { ref: string };
    expect(receiver.read[0]?.about).toEqual({ kind: 'PAYMENT', ref, ...about });
    expect(double.takeNotices()).toEqual([]);
  });
});

/** An address of notices, which reads each and keeps what it read. */
async function receiverOf(read: (body: Buffer, signature: string) => ProviderNotice) {
  const notices: ProviderNotice[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      try {
        notices.push(read(Buffer.from(body), String(request.headers['stripe-signature'])));
        response.writeHead(200).end();
      } catch {
        response.writeHead(400).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, read: notices, close };
}

function refusalOf(read: () => unknown): object {
  try {
    read();
  } catch (error) {
    return error as object;
  }
  throw new Error('the notice was read');
}
