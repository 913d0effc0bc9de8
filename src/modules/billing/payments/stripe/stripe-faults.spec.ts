import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountSecrets, chargeOf, stripeAccounts } from '../../../../../test/support/stripe-account';
import { TestClock } from '../../../../../test/support/clock';
import { ProviderAway } from '../domain/payment-provider';
import { StripeProvider } from './stripe-provider';

const account = stripeAccounts((settings) => new StripeProvider(settings));
const creation = /^POST \/v1\/payment_intents$/;
const searching = 'GET /v1/payment_intents/search';
/** Beyond what the library repeats by itself. */
const twice = { times: 2 };

describe('a charge of which nobody knows whether it was carried out', () => {
  it.each(['LOSE_ANSWER', 'LOSE_REQUEST'] as const)(
    '(%s) is told again by its key, and charges once',
    async (kind) => {
      const { clock, double, provider, payerWith } = await account();
      const order = chargeOf(await payerWith('pm_card_visa'));
      double.upset({ kind, on: creation, ...twice });

      await expect(provider.charge(order)).rejects.toThrow(ProviderAway);
      const repeated = { ...order, toldAt: clock.now() };
      clock.advance({ hours: 1 });
      const outcomes = await Promise.all([provider.charge(repeated), provider.charge(repeated)]);

      const [charge] = double.charges();
      expect(outcomes).toEqual([
        { state: 'SUCCEEDED', ref: charge?.ref },
        { state: 'SUCCEEDED', ref: charge?.ref },
      ]);
      expect(double.charges()).toHaveLength(1);
      expect(double.calls).not.toContain(searching);
    },
  );

  it.each([
    ['LOSE_ANSWER', 2],
    ['LOSE_REQUEST', 3],
  ] as const)(
    '(%s) is looked for before it is told again after a day, and charges once',
    async (kind, creations) => {
      const { clock, double, provider, payerWith } = await account();
      const order = chargeOf(await payerWith('pm_card_visa'), { toldAt: clock.now() });
      double.upset({ kind, on: creation, ...twice });
      await expect(provider.charge(order)).rejects.toThrow(ProviderAway);

      clock.advance({ hours: 25 });
      await expect(provider.charge(order)).resolves.toMatchObject({ state: 'SUCCEEDED' });

      expect(double.calls).toContain(searching);
      expect(double.calls.filter((call) => creation.test(call))).toHaveLength(creations);
      expect(double.charges()).toHaveLength(1);
    },
  );

  it('was declined a day ago, and is declined still', async () => {
    const { clock, double, provider, payerWith } = await account();
    const order = chargeOf(await payerWith('pm_card_chargeCustomerFail'), { toldAt: clock.now() });
    const outcome = await provider.charge(order);

    clock.advance({ hours: 23, seconds: 1 });
    expect(await provider.charge(order)).toEqual(outcome);
    expect(double.calls.filter((call) => creation.test(call))).toHaveLength(1);
  });

  it('is found where Stripe answers each time that it broke down', async () => {
    const { clock, double, provider, payerWith } = await account();
    const order = chargeOf(await payerWith('pm_card_visa'));
    double.upset({ kind: 'BREAK', on: creation });
    await expect(provider.charge(order)).rejects.toThrow(ProviderAway);

    clock.advance({ minutes: 5 });
    await expect(provider.charge(order)).resolves.toMatchObject({ state: 'SUCCEEDED' });
    expect(double.charges()).toHaveLength(1);
  });

  it('is found where the same is refused by now, since its method is gone', async () => {
    const { clock, double, provider, payerWith } = await account();
    const order = chargeOf(await payerWith('pm_card_visa'), { toldAt: clock.now() });
    double.upset({ kind: 'LOSE_ANSWER', on: creation, ...twice });
    await expect(provider.charge(order)).rejects.toThrow(ProviderAway);

    clock.advance({ minutes: 5 });
    double.upset({
      ...{ kind: 'ANSWER', on: /^GET .*payment_methods/, status: 404 },
      body: '{"error":{"type":"invalid_request_error","code":"resource_missing"}}',
    });
    await expect(provider.charge(order)).resolves.toMatchObject({ state: 'SUCCEEDED' });
    expect(double.charges()).toHaveLength(1);
  });

  it('is open until a search knows it, where it is told again without who was there', async () => {
    const { clock, double, provider, payerWith } = await account();
    const attended = chargeOf(await payerWith('pm_card_visa'), { toldAt: clock.now(), isAttended: true });
    double.upset({ kind: 'LOSE_ANSWER', on: creation, ...twice });
    await expect(provider.charge(attended)).rejects.toThrow(ProviderAway);

    const alone = { ...attended, isAttended: false };
    await expect(provider.charge(alone)).rejects.toThrow(ProviderAway);
    clock.advance({ minutes: 5 });
    await expect(provider.charge(alone)).resolves.toMatchObject({ state: 'SUCCEEDED' });
    expect(double.charges()).toHaveLength(1);
  });

  it('is repeated at once, a single time, where the connection broke', async () => {
    const { double, provider, payerWith } = await account();
    const order = chargeOf(await payerWith('pm_card_visa'));
    double.upset({ kind: 'LOSE_ANSWER', on: creation });

    await expect(provider.charge(order)).resolves.toMatchObject({ state: 'SUCCEEDED' });
    expect(double.calls.filter((call) => creation.test(call))).toHaveLength(2);
    expect(double.charges()).toHaveLength(1);
  });

  it('is under way in another process', async () => {
    const { double, provider, payerWith } = await account();
    const order = chargeOf(await payerWith('pm_card_visa'));
    double.upset({ kind: 'DELAY', on: creation, ms: 1500 });

    const first = provider.charge(order);
    await expect(provider.charge(order)).rejects.toThrow(/Stripe answers 409/);
    await expect(first).resolves.toMatchObject({ state: 'SUCCEEDED' });
    expect(double.charges()).toHaveLength(1);
  });

  it('takes longer than anybody waits', async () => {
    const { double, provider, payerWith } = await account({ timeoutMs: 150 });
    const order = chargeOf(await payerWith('pm_card_visa'));
    double.upset({ kind: 'DELAY', on: creation, ms: 1200, ...twice });

    await expect(provider.charge(order)).rejects.toThrow(/no answer of Stripe \(ETIMEDOUT\)/);
  });
});

describe('a server that is none of Stripe', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });
  const providerAt = async (listener: RequestListener, timeoutMs?: number): Promise<StripeProvider> => {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return new StripeProvider({ ...accountSecrets, clock: new TestClock(), apiUrl, timeoutMs });
  };

  it('that lets its answer trickle is not waited for', async () => {
    const provider = await providerAt((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    }, 200);

    await expect(provider.ask('pi_1')).rejects.toThrow(/no answer of Stripe \(ETIMEDOUT\)/);
  });

  it('prints nothing by this process, and leads it nowhere', async () => {
    const asked: string[] = [];
    const warned = jest.spyOn(process, 'emitWarning').mockReturnValue();
    const provider = await providerAt((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(302, { location: '/elsewhere', 'stripe-notice': 'Print this' });
      response.end('{}');
    });

    await expect(provider.ask('pi_1')).rejects.toThrow(ProviderAway);
    expect(asked).toEqual(['/v1/payment_intents/pi_1']);
    expect(warned).not.toHaveBeenCalled();
  });
});
