import { createHmac } from 'node:crypto';
import { CustomerTokens, customerTokenOf, newSigningSecret, type SigningSecret } from './customer-token';

// Domain: access-and-events

const at = (text: string): Date => new Date(text);
const noon = at('2026-03-01T12:00:00Z');
const secretOf = (id: string, endsAt: Date | null = null): SigningSecret => ({
  id,
  secret: `of ${id}`,
  endsAt,
});

describe('customer tokens', () => {
  let now = noon;
  const tokens = (secrets: SigningSecret[], isRequired = true) =>
    new CustomerTokens(isRequired, secrets, () => now);
  beforeEach(() => {
    now = noon;
  });

  it('B4: a token is the HMAC-SHA256 of the id under the secret, in hex', () => {
    const expected = createHmac('sha256', 'of a').update('customer-1').digest('hex');
    expect(customerTokenOf('customer-1', 'of a')).toBe(expected);
    expect(tokens([secretOf('a')]).proofOf('customer-1', expected)).toEqual({
      id: 'customer-1',
      secretId: 'a',
    });
    expect(tokens([secretOf('a')]).proofOf('customer-1', expected.toUpperCase())).toBeDefined();
    expect(newSigningSecret()).toMatch(/^cts_[\w-]{43}$/);
  });

  it('B4: each of two secrets proves, and names itself', () => {
    const both = tokens([secretOf('a'), secretOf('b')]);
    for (const id of ['a', 'b'])
      expect(both.proofOf('c', customerTokenOf('c', `of ${id}`))).toEqual({ id: 'c', secretId: id });
  });

  it('B4: one that ends proves until that instant, cached or not', () => {
    const ending = tokens([secretOf('a', at('2026-03-01T12:00:01Z'))]);
    const proof = ending.proofOf('c', customerTokenOf('c', 'of a'));
    expect(proof && ending.stillProves(proof)).toBe(true);
    now = at('2026-03-01T12:00:01Z');
    expect(ending.proofOf('c', customerTokenOf('c', 'of a'))).toBeUndefined();
    expect(proof && ending.stillProves(proof)).toBe(false);
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['of another customer', customerTokenOf('d', 'of a')],
    ['under another secret', customerTokenOf('c', 'of b')],
    ['cut', customerTokenOf('c', 'of a').slice(1)],
    ['with one digit more', `${customerTokenOf('c', 'of a')}0`],
    ['no hex', 'z'.repeat(64)],
    ['of the empty id', customerTokenOf('', 'of a')],
  ])('B4: %s proves nothing', (_what, token) => {
    expect(tokens([secretOf('a')]).proofOf('c', token)).toBeUndefined();
    expect(tokens([]).proofOf('c', token)).toBeUndefined();
  });

  it('B4: where tokens are not required the id alone is believed, and no longer once they are', () => {
    const proof = tokens([], false).proofOf('c', undefined);
    expect(proof).toEqual({ id: 'c', secretId: null });
    expect(proof && tokens([], false).stillProves(proof)).toBe(true);
    expect(proof && tokens([secretOf('a')]).stillProves(proof)).toBe(false);
    expect(tokens([], false).proofOf('', undefined)).toBeUndefined();
  });
});
