import { inspect } from 'node:util';
import { Logger } from '@nestjs/common';
import { TestClock } from '../../../../../test/support/clock';
import {
  accountSecrets,
  chargeOf,
  checkoutOf,
  payer,
  stripeAccounts,
} from '../../../../../test/support/stripe-account';
import { ProviderAway, ProviderRefusal } from '../domain/payment-provider';
import { StripeProvider } from './stripe-provider';

const account = stripeAccounts((settings) => new StripeProvider(settings));
const creation = /^POST \/v1\/payment_intents$/;

let logged: jest.SpyInstance[];
beforeEach(() => {
  logged = (['warn', 'error'] as const).map((level) => jest.spyOn(Logger.prototype, level).mockReturnValue());
});
const log = (): string =>
  inspect(
    logged.map(({ mock }) => mock.calls as unknown[]),
    { depth: 9 },
  );

const failureOf = async (asked: Promise<unknown>): Promise<Error> => {
  const answered = await asked.catch((error: unknown) => error);
  if (answered instanceof Error) return answered;
  throw new Error(`it was answered: ${inspect(answered)}`);
};

describe('what Stripe answers', () => {
  const intent = {
    ...{ object: 'payment_intent', id: 'pi_1', status: 'succeeded', currency: 'usd', metadata: {} },
    ...{ amount: 4990, amount_received: 4990 },
  };

  it.each([
    ['another state', { ...intent, status: 'requires_capture' }],
    ['no state', { ...intent, status: undefined }],
    ['an id that is too long', { ...intent, id: 'p'.repeat(256) }],
    ['an id that is none', { ...intent, id: ['pi_1'] }],
    ['a fraction', { ...intent, amount: 49.9 }],
    ['less than nothing', { ...intent, amount_received: -1 }],
    ['an amount as text', { ...intent, amount: '4990' }],
    ['another object', { ...intent, object: 'charge' }],
    [
      'an address that is none',
      {
        ...intent,
        status: 'requires_action',
        next_action: { redirect_to_url: { url: 'javascript:alert(1)' } },
      },
    ],
    ['a list', []],
    ['nothing', null],
    ['an error of status 200', { error: { type: 'card_error', payment_intent: intent } }],
  ])('is not believed where it is %s', async (_, body) => {
    const { double, provider, payerWith } = await account();
    const order = chargeOf(await payerWith('pm_card_visa'));
    double.upset({ kind: 'ANSWER', on: creation, status: 200, body: JSON.stringify(body) });

    expect(await failureOf(provider.charge(order))).toBeInstanceOf(ProviderAway);
    await expect(provider.charge(order)).resolves.toMatchObject({ state: 'SUCCEEDED' });
  });

  it.each([
    ['no JSON', 200, '<html>'],
    ['an answer of a redirection', 302, JSON.stringify(intent)],
    ['no error, with the status of one', 400, JSON.stringify(intent)],
    ['an error in a word', 400, '{"error":"invalid_client"}'],
    ['that there were too many calls', 429, '{"error":{"type":"invalid_request_error","code":"rate_limit"}}'],
    ['longer than any answer', 200, JSON.stringify({ ...intent, more: 'x'.repeat(3 * 1024 * 1024) })],
  ])('says nothing of the payment where it is %s', async (_, status, body) => {
    const { double, provider } = await account();
    double.upset({ kind: 'ANSWER', status, body });

    expect(await failureOf(provider.ask('pi_1'))).toBeInstanceOf(ProviderAway);
    expect(double.calls).toHaveLength(1);
  });

  it('with status 500, 503 or 409 is asked for once more, and then given up for now', async () => {
    const callsAt = async (status: number): Promise<number> => {
      const { double, provider } = await account();
      double.upset({ kind: 'ANSWER', status, times: 2 });
      expect(await failureOf(provider.ask('pi_1'))).toBeInstanceOf(ProviderAway);
      return double.calls.length;
    };
    expect(await Promise.all([500, 503, 409].map(callsAt))).toEqual([2, 2, 2]);
  });

  it.each([400, 401, 402, 403, 404])('with status %d is a refusal', async (status) => {
    const { double, provider } = await account();
    double.upset({
      kind: 'ANSWER',
      status,
      body: '{"error":{"type":"invalid_request_error","message":"Said freely"}}',
    });

    const refusal = await failureOf(provider.ask('pi_1'));
    expect(refusal).toMatchObject({ name: 'ProviderRefusal', isUnknown: false });
    expect(refusal.message).not.toContain('freely');
  });

  it.each([
    ['amount', { amount_received: 499 }],
    ['currency', { currency: 'jpy' }],
  ])('as collected must be what was asked for: another %s is refused loudly', async (_, changes) => {
    const { double, provider, payerWith } = await account();
    const order = chargeOf(await payerWith('pm_card_visa'));
    const other = JSON.stringify({ ...intent, metadata: { asked: '4990 usd' }, ...changes });
    double.upset({ kind: 'ANSWER', on: creation, status: 200, body: other });
    double.upset({ kind: 'ANSWER', on: /^GET \/v1\/payment_intents\/pi_1$/, status: 200, body: other });

    const refusals = await Promise.all([provider.charge(order), provider.ask('pi_1')].map(failureOf));
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(ProviderRefusal);
      expect(refusal.message).toMatch(/Payment pi_1: Stripe collected .* where 4990 usd was asked for/);
    }
    expect(log()).toContain('somebody has to look at it');
  });

  it('leads who pays to the address that it names', async () => {
    const { double, provider } = await account();
    const url = 'https://hooks.stripe.example/redirect/1';
    const body = {
      ...intent,
      status: 'requires_action',
      next_action: { type: 'redirect_to_url', redirect_to_url: { url } },
    };
    double.upset({ kind: 'ANSWER', status: 200, body: JSON.stringify(body) });

    expect(await provider.ask('pi_1')).toEqual({ state: 'ACTION_REQUIRED', ref: 'pi_1', actionUrl: url });
  });
});

describe('secrets', () => {
  it('stand in no message, no member of an error, and no log', async () => {
    const foreign = { secretKey: 'sk_test_0therAccountsKey01' };
    const { double, provider } = await account(foreign);
    double.upset({
      kind: 'ANSWER',
      on: /pi_strange/,
      status: 200,
      body: JSON.stringify({ [foreign.secretKey]: accountSecrets.webhookSecret }),
    });
    const errors = await Promise.all([
      failureOf(provider.ensureCustomer(payer)),
      failureOf(provider.openCheckout(checkoutOf('cus_1'))),
      failureOf(provider.ask('pi_strange')),
      failureOf(
        new StripeProvider({ ...accountSecrets, clock: new TestClock(), apiUrl: 'http://127.0.0.1:1' }).ask(
          'pi_1',
        ),
      ),
    ]);

    expect(errors[0]?.message).toMatch(/the secret key is not accepted/);
    const told = inspect([errors, provider], { depth: 9, showHidden: true }) + log();
    expect(told).not.toMatch(/0therAccountsKey01|51Qz7hTn2mVb8Lx4|c0ff33b4d9a1e7f2|Bearer/);
    expect(log()).toContain('The payment: an answer of Stripe is not believed: object invalid_value');
  });

  it('of a payment, by which its page could be opened, is kept nowhere', async () => {
    const { provider, payerWith } = await account();
    const outcome = await provider.charge(chargeOf(await payerWith('pm_card_chargeCustomerFail')));
    expect(inspect(outcome)).not.toContain('secret');
  });
});
