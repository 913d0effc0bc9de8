import { doubleVersion, StripeDouble } from './stripe-double';

const secretKey = 'sk_test_51Qz7hTn2mVb8Lx4';
let double: StripeDouble;
beforeEach(async () => {
  double = await StripeDouble.start({ secretKey, webhookSecret: 'whsec_c0ff33b4d9a1e7f2' });
});
afterEach(() => double.close());

const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${double.url}${path}`, {
    method: 'POST',
    body,
    headers: {
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': 'key-1',
      'stripe-version': doubleVersion,
      ...headers,
    },
  });
  const answer = (await response.json()) as { id?: string; error?: { type: string; code?: string } };
  return { status: response.status, isReplayed: response.headers.has('idempotent-replayed'), answer };
};

describe('the double of Stripe', () => {
  it('answers a key as it did, and refuses it for anything else', async () => {
    const first = await post('/v1/customers', 'name=Acme');
    const again = await post('/v1/customers', 'name=Acme');
    const other = await post('/v1/customers', 'name=Zenith');
    const elsewhere = await post('/v1/refunds', 'name=Acme');

    expect(again).toEqual({ ...first, isReplayed: true });
    for (const refused of [other, elsewhere])
      expect(refused).toMatchObject({ status: 400, answer: { error: { type: 'idempotency_error' } } });
    expect(double.api.customers.size).toBe(1);
  });

  it('knows no parameter that the adapter does not need', async () => {
    const { status, answer } = await post('/v1/customers', 'nickname=Acme');
    expect([status, answer.error?.code]).toEqual([400, 'parameter_unknown']);
  });

  it('does nothing for another secret key', async () => {
    const { status } = await post('/v1/customers', 'name=Acme', { authorization: 'Bearer sk_test_other' });
    expect([status, double.api.customers.size]).toEqual([401, 0]);
  });

  it.each([
    [{ 'stripe-version': '2020-08-27' }, 'another version'],
    [{ 'x-stripe-client-telemetry': '{}' }, 'telemetry'],
    [{ 'content-type': 'application/json' }, 'no form'],
    [{ 'idempotency-key': 'stripe-node-retry-1' }, 'no key of its own'],
  ])('notes a call with %j as misuse', async (headers: Record<string, string>, misuse) => {
    expect((await post('/v1/customers', 'name=Acme', headers)).status).toBe(400);
    expect(double.misuses).toEqual([`POST /v1/customers: ${misuse}`]);
  });
});
